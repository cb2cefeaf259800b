/** Specification §4: the counter of the test-end screen moves every 100 ms. */
export const TICK_MS = 100

/** The next figure of the test-end counter: +8 below 60, +7 below 70, +4 below 80, +3 below 90, else +1, until 100. */
export function nextPercent(percent: number): number {
  const step = percent < 60 ? 8 : percent < 70 ? 7 : percent < 80 ? 4 : percent < 90 ? 3 : 1
  return Math.min(percent + step, 100)
}
