import type { Estimate } from './estimate.ts'

/** From one result to the next in the same language: `chance` when the difference may be nothing but error. */
export const CHANGES = ['higher', 'lower', 'chance'] as const

export type Change = (typeof CHANGES)[number]

/** Two-sided, 5 %. */
const CRITICAL_Z = 1.96

/**
 * Whether an ability has changed by more than chance: the difference of the two estimates against the standard error of a difference,
 * the root of both squared errors (the z test of Finkelman, Weiss & Kim-Kang 2010 for adaptive tests; with equal errors the reliable change
 * index of Jacobson & Truax 1991). It takes the two errors for independent, which holds because a retake draws other items.
 */
export function changeBetween(before: Estimate, after: Estimate): Change {
  const z = (after.theta - before.theta) / Math.hypot(before.standardError, after.standardError)
  if (Math.abs(z) < CRITICAL_Z) return 'chance'
  return z > 0 ? 'higher' : 'lower'
}
