import type { AlgoDetail, postTeachers, TeacherItem, TeacherSearch } from '#contract/recommendations.ts'
import { teacherWindows } from '#contract/teacher-windows.ts'
import { urls } from '#contract/urls.ts'
import { type Level, TEACHER_PAGE_SIZE, TEACHERS_SHOWN } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { shuffle } from '#quiz/random.ts'
import { track } from '../browser/analytics.ts'
import { call } from '../browser/api-client.ts'

export type RecommendedTeachers = { teachers: TeacherItem[]; algoDetail: AlgoDetail }

/**
 * Two random teachers from the search. With fewer than two, or on failure, tries once more, then gives up
 * (Specification §7). A failure is logged but not shown (Specification §8).
 */
export async function recommendTeachers(language: Language): Promise<RecommendedTeachers | null> {
  const body: TeacherSearch = {
    page_size: TEACHER_PAGE_SIZE,
    user_timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    teach_language: { language },
    specify_time: teacherWindows(Date.now()),
  }
  for (let attempt = 0; attempt < 2; attempt++) {
    const outcome = await call<typeof postTeachers>('POST', urls.teacherSearch, { body })
    if (outcome.ok && outcome.data.length >= TEACHERS_SHOWN)
      return {
        teachers: shuffle(outcome.data, Math.random).slice(0, TEACHERS_SHOWN),
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
 * The text that explains why a teacher suits a learner at this level; undefined if the teacher's levels are unknown or
 * don't include it.
 */
export function reasonFor(level: Level, { levels = [] }: TeacherItem['teacher_info']) {
  return levels.includes(level) ? (`teachers.reason.${level[0] as 'A' | 'B' | 'C'}` as const) : undefined
}
