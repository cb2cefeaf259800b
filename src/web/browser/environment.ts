import { type Environment, environmentOf } from '#contract/environment.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import { drawPercentile } from '#quiz/percentile.ts'
import type { StoredOptions } from './storage.ts'

/** Where this page stands (Specification §2), asked when it matters: some messaging apps set their marker late. */
export function findEnvironment(isMobileApp: boolean): Environment {
  const { __wxjs_environment: marker } = window as { __wxjs_environment?: unknown }
  return environmentOf({ userAgent: navigator.userAgent, marker, isMobileApp })
}

/**
 * The result that a score page shows: the query's level, with a percentage drawn in its band. Only the mini-program and the app open
 * this address so; elsewhere the level is ignored (design §7).
 */
export function scoreFromQuery({ queryLevel, isMobileApp }: QuizPageState): StoredOptions | null {
  const environment = findEnvironment(isMobileApp)
  if (!queryLevel || (environment !== 'app' && environment !== 'mWx')) return null
  return { level: queryLevel, than: drawPercentile(queryLevel, Math.random) }
}
