import type { TimeWindow } from '#contract/recommendations.ts'

/** Specification §9: windows 1 to 4 days ahead. */
const DAYS_AHEAD = [1, 2, 3, 4]

/**
 * The learner's next four local days, each as a window of UTC instants (Specification §7, §9). `Date` knows the
 * device's zone at once; a formatter of Intl takes a slow phone a quarter of a second.
 * @param now milliseconds since 1970
 */
export function teacherWindows(now: number): TimeWindow[] {
  const today = new Date(now)
  // Where midnight is skipped or repeated, the first instant of the day.
  const startOfDay = (ahead: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + ahead).toISOString().replace('.000Z', 'Z')
  return DAYS_AHEAD.map((ahead) => ({ start_time: startOfDay(ahead), end_time: startOfDay(ahead + 1) }))
}
