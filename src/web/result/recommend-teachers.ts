import type { AlgoDetail, TeacherItem, TeacherSearch, TeachersReply } from '#contract/teachers.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { shuffle } from '#quiz/random.ts'
import { teacherWindows } from './teacher-window.ts'

/** Specification §9: two teachers are shown out of twenty asked for. */
const SHOWN = 2
const PAGE_SIZE = 20
const TIMEOUT_MS = 15_000

export type RecommendedTeachers = { teachers: TeacherItem[]; algoDetail: AlgoDetail }

/** The reply is needed whole, with its statistics; a failure is the same as none and is logged by the server alone. */
async function search(body: TeacherSearch): Promise<TeachersReply | null> {
  try {
    const response = await fetch(urls.teacherSearch, {
      method: 'POST',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.ok ? await response.json() : null
  } catch {
    return null
  }
}

/** Two random teachers of those found; with fewer than two asks once more, then gives up (Specification §7). */
export async function recommendTeachers(language: Language): Promise<RecommendedTeachers | null> {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const body: TeacherSearch = {
    page_size: PAGE_SIZE,
    user_timezone: timeZone,
    teach_language: { language },
    specify_time: teacherWindows(timeZone, Date.now()),
  }
  const isEnough = (reply: TeachersReply | null) => reply !== null && reply.data.length >= SHOWN
  const first = await search(body)
  const reply = isEnough(first) ? first : await search(body)
  if (!reply || !isEnough(reply)) return null
  return { teachers: shuffle(reply.data, Math.random).slice(0, SHOWN), algoDetail: reply.statistics.algo_detail }
}
