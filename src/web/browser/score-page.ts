import type { QuizPageState } from '#contract/page-data.ts'
import { drawPercentile } from '#quiz/percentile.ts'
import { findEnvironment } from './environment.ts'
import type { StoredOptions } from './stored-options.ts'

/**
 * The result that a score page shows: the query's level, with a percentage drawn in its band. Only the mini-program and the app open
 * this address so; elsewhere the level is ignored (design §7).
 */
export function scoreFromQuery({ queryLevel, isMobileApp }: QuizPageState): StoredOptions | null {
  const environment = findEnvironment(isMobileApp)
  if (!queryLevel || (environment !== 'app' && environment !== 'mWx')) return null
  return { level: queryLevel, than: drawPercentile(queryLevel, Math.random) }
}
