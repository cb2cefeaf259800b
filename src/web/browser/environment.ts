import { type Environment, environmentOf } from '#contract/environment.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import { drawPercentile } from '#quiz/percentile.ts'
import type { StoredOptions } from './storage.ts'

/** The environment of this page (Specification §2). Call it when needed: some messaging apps set their marker late. */
export function findEnvironment(isMobileApp: boolean): Environment {
  const { __wxjs_environment: marker } = window as { __wxjs_environment?: unknown }
  return environmentOf({ userAgent: navigator.userAgent, marker, isMobileApp })
}

/** Whether the address contains a result that was taken over from an iframe (arrival.ts). */
export function isTakeover(): boolean {
  return location.search.includes('result=')
}

/**
 * The result on the mini-program's score page: the level in the query, with a percentile drawn from its band. Other
 * pages ignore the level.
 */
export function scoreFromQuery({
  query: { level },
  host,
}: Pick<QuizPageState, 'query' | 'host'>): StoredOptions | null {
  if (!level || findEnvironment(host.isMobileApp) !== 'mWx') return null
  return { level, than: drawPercentile(level, Math.random) }
}
