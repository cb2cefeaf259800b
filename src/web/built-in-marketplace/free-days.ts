import { hourFormat, weekdayFormat } from '../format.ts'

/** Element ids: the list of free times, and the name of their time zone. */
export const FREE_ID = 'free-times'
export const ZONE_ID = 'time-zone'

type FreeDay = { day: string; times: { moment: string; hour: string }[] }

/** The hours when a lesson can start, grouped by day in a time zone. `moment` is ISO 8601. */
export function freeDays(free: readonly Date[], locale: string, timeZone: string): FreeDay[] {
  const day = weekdayFormat(locale, timeZone)
  const hour = hourFormat(locale, timeZone)
  const days = [...new Set(free.map((time) => day.format(time)))]
  return days.map((name) => ({
    day: name,
    times: free
      .filter((time) => day.format(time) === name)
      .map((time) => ({ moment: time.toISOString(), hour: hour.format(time) })),
  }))
}
