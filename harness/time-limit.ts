/** Longer than anything but a hang takes on a machine that other programs keep busy. */
export const HANG_MS = 120_000

/**
 * A limit of time that a test asserts. It holds in `npm run faults` and `npm run security`, which somebody starts on a quiet machine; in `npm
 * test` only a hang reaches it.
 */
export function timeLimit(ms: number): number {
  return process.env.TIME_LIMITS ? ms : HANG_MS
}
