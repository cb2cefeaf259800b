import { type Environment, environmentOf } from '#contract/environment.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import { drawPercentile } from '#quiz/percentile.ts'
import type { StoredOptions } from './storage.ts'

/** The environment around this page (Specification §2). Ask when it matters: some messaging apps set their marker late. */
export function findEnvironment(isMobileApp: boolean): Environment {
  const { __wxjs_environment: marker } = window as { __wxjs_environment?: unknown }
  return environmentOf({ userAgent: navigator.userAgent, marker, isMobileApp })
}

/** Whether the address names a result that was taken over from a frame (arrival.ts). */
export function isTakeover(): boolean {
  return location.search.includes('result=')
}

/**
 * The result that a score page shows: the query's level, with a percentile drawn from its band. Only the mini-program and the app open
 * score pages; elsewhere the level is ignored.
 */
export function scoreFromQuery({ queryLevel, isMobileApp }: QuizPageState): StoredOptions | null {
  const environment = findEnvironment(isMobileApp)
  if (!queryLevel || (environment !== 'app' && environment !== 'mWx')) return null
  return { level: queryLevel, than: drawPercentile(queryLevel, Math.random) }
}
