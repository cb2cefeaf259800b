import type { AlgoDetail, postTeachers, TeacherItem, TeacherSearch, TimeWindow } from '#contract/recommendations.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { shuffle } from '#quiz/random.ts'
import { track } from '../browser/analytics.ts'
import { call } from '../browser/api-client.ts'
import { nextTask } from '../browser/next-task.ts'

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
 * The first instant of a local day. Around a clock change there are two offsets to try. If midnight is skipped or repeated, the day begins at the
 * earliest candidate that falls on it.
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

/** Specification §9: ask for twenty teachers, show two. */
const SHOWN = 2
const PAGE_SIZE = 20

export type RecommendedTeachers = { teachers: TeacherItem[]; algoDetail: AlgoDetail }

/**
 * Two random teachers of those found. With fewer than two, or on failure, asks once more, then gives up (Specification §7). A failure is recorded
 * for the log and shown to nobody (Specification §8).
 */
export async function recommendTeachers(language: Language): Promise<RecommendedTeachers | null> {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const body: TeacherSearch = {
    page_size: PAGE_SIZE,
    user_timezone: timeZone,
    teach_language: { language },
    specify_time: teacherWindows(timeZone, Date.now()),
  }
  // The first use of a time zone is slow enough for a task of its own.
  await nextTask()
  for (let attempt = 0; attempt < 2; attempt++) {
    const outcome = await call<typeof postTeachers>('POST', urls.teacherSearch, { body })
    if (outcome.ok && outcome.data.length >= SHOWN)
      return {
        teachers: shuffle(outcome.data, Math.random).slice(0, SHOWN),
        algoDetail: outcome.statistics.algo_detail,
      }
    if (!outcome.ok) {
      const { status, isTimeout } = outcome
      const reason = status !== null ? 'refused' : isTimeout ? 'timeout' : 'unreachable'
      track('recommend_teacher_failure', { language, reason, status })
    }
  }
  return null
}

/** Why a teacher suits somebody at this level, in the reader's language; undefined where their levels are unknown or others. */
export function reasonFor(level: Level, { levels = [] }: TeacherItem['teacher_info']) {
  return levels.includes(level) ? (`teachers.reason.${level[0] as 'A' | 'B' | 'C'}` as const) : undefined
}
