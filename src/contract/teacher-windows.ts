import { WINDOW_DAYS } from '#quiz/constants.ts'
import type { TimeWindow } from './recommendations.ts'

/**
 * The learner's next local days, each as a window of UTC instants (Specification §7, §9). `Date` knows the device's
 * zone immediately; creating an Intl formatter takes a slow phone 250 ms.
 * @param now milliseconds since 1970
 */
export function teacherWindows(now: number): TimeWindow[] {
  const today = new Date(now)
  // The first instant of the day, even if midnight is skipped or repeated.
  const startOfDay = (ahead: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + ahead).toISOString().replace('.000Z', 'Z')
  return WINDOW_DAYS.map((ahead) => ({ start_time: startOfDay(ahead), end_time: startOfDay(ahead + 1) }))
}
