import { WINDOW_DAYS } from '#quiz/constants.ts'
import type { TimeWindow } from './recommendations.ts'

/**
 * The learner's next local days, each as a window of UTC instants (Specification §7, §9). `Date` knows the
 * device's zone at once; a formatter of Intl takes a slow phone a quarter of a second.
 * @param now milliseconds since 1970
 */
export function teacherWindows(now: number): TimeWindow[] {
  const today = new Date(now)
  // Where midnight is skipped or repeated, the first instant of the day.
  const startOfDay = (ahead: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + ahead).toISOString().replace('.000Z', 'Z')
  return WINDOW_DAYS.map((ahead) => ({ start_time: startOfDay(ahead), end_time: startOfDay(ahead + 1) }))
}
