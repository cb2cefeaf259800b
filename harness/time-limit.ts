/** Only a hang takes this long, even on a busy machine. */
export const HANG_MS = 120_000

/**
 * A time limit that a test asserts. It applies in `npm run faults` and `npm run security`, which run on a quiet
 * machine; in `npm test`, only a hang exceeds it.
 */
export function timeLimit(ms: number): number {
  return process.env.TIME_LIMITS ? ms : HANG_MS
}
