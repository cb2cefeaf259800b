import type { AlgoDetail, postTeachers, TeacherItem, TeacherSearch } from '#contract/recommendations.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { shuffle } from '#quiz/random.ts'
import { call } from '../browser/api-client.ts'
import { teacherWindows } from './teacher-window.ts'

/** Specification §9: ask for twenty teachers, show two. */
const SHOWN = 2
const PAGE_SIZE = 20

export type RecommendedTeachers = { teachers: TeacherItem[]; algoDetail: AlgoDetail }

/** Two random teachers of those found. With fewer than two, or on failure, asks once more, then gives up (Specification §7). */
export async function recommendTeachers(language: Language): Promise<RecommendedTeachers | null> {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const body: TeacherSearch = {
    page_size: PAGE_SIZE,
    user_timezone: timeZone,
    teach_language: { language },
    specify_time: teacherWindows(timeZone, Date.now()),
  }
  for (let attempt = 0; attempt < 2; attempt++) {
    const outcome = await call<typeof postTeachers>('POST', urls.teacherSearch, { body })
    if (outcome.ok && outcome.data.length >= SHOWN)
      return {
        teachers: shuffle(outcome.data, Math.random).slice(0, SHOWN),
        algoDetail: outcome.statistics.algo_detail,
      }
  }
  return null
}
