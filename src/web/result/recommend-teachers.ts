import type { AlgoDetail, postTeachers, TeacherItem, TeacherSearch } from '#contract/recommendations.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { shuffle } from '#quiz/random.ts'
import { track } from '../browser/analytics.ts'
import { call } from '../browser/api-client.ts'
import { teacherWindows } from './teacher-windows.ts'

/** Specification §9: ask for twenty teachers, show two. */
const SHOWN = 2
const PAGE_SIZE = 20

export type RecommendedTeachers = { teachers: TeacherItem[]; algoDetail: AlgoDetail }

/**
 * Two random teachers of those found. With fewer than two, or on failure, asks once more, then gives up (Specification
 * §7). A failure is recorded for the log and shown to nobody (Specification §8).
 */
export async function recommendTeachers(language: Language): Promise<RecommendedTeachers | null> {
  const body: TeacherSearch = {
    page_size: PAGE_SIZE,
    user_timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    teach_language: { language },
    specify_time: teacherWindows(Date.now()),
  }
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

/**
 * The text that says why a teacher suits somebody at this level; undefined if the teacher's levels are unknown or do
 * not include it.
 */
export function reasonFor(level: Level, { levels = [] }: TeacherItem['teacher_info']) {
  return levels.includes(level) ? (`teachers.reason.${level[0] as 'A' | 'B' | 'C'}` as const) : undefined
}
