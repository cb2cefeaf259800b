import type { TimeWindow } from '#contract/recommendations.ts'

const DAY_MS = 24 * 3600_000
/** Specification §9: windows 1 to 4 days ahead. */
const DAYS_AHEAD = [1, 2, 3, 4]

type LocalClock = { day: number; offset: number }

/** The local day at an instant (as UTC midnight of that date) and the zone's offset from UTC, in milliseconds. */
function clockIn(timeZone: string): (instant: number) => LocalClock {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
    const day = Date.UTC(part('year'), part('month') - 1, part('day'))
    const local = day + ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000
    return { day, offset: local - Math.floor(instant / 1000) * 1000 }
  }
}

/**
 * The first instant of a local day. Around a clock change there are two offsets to try. If midnight is skipped or
 * repeated, the day begins at the earliest candidate that falls on it.
 */
function startOfDay(day: number, clock: (instant: number) => LocalClock): number {
  const offsets = [clock(day - DAY_MS).offset, clock(day + DAY_MS).offset]
  return Math.min(...offsets.map((offset) => day - offset).filter((instant) => clock(instant).day >= day))
}

function toInstant(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z')
}

/**
 * The learner's next four local days, each as a window of UTC instants (Specification §7, §9).
 * @param now milliseconds since 1970
 */
export function teacherWindows(timeZone: string, now: number): TimeWindow[] {
  const clock = clockIn(timeZone)
  const today = clock(now).day
  return DAYS_AHEAD.map((ahead) => ({
    start_time: toInstant(startOfDay(today + ahead * DAY_MS, clock)),
    end_time: toInstant(startOfDay(today + (ahead + 1) * DAY_MS, clock)),
  }))
}
