import type { Locale } from '#contract/locales.ts'
import { MAX_WINDOW_HOURS, type TeacherItem, type TimeWindow } from '#contract/recommendations.ts'
import type { Database } from '../db/schema.ts'
import { findFreeTeachers, type TeacherRow } from '../db/tables/teachers.ts'
import { HttpError } from '../http/http-error.ts'
import type { CallHandlers } from '../marketplace.ts'
import { type Identity, requireSignedIn } from '../who/identity.ts'
import { interfaceLanguage } from '../who/interface-language.ts'

/** How the teachers were chosen, reported with the click event (Specification §7). */
const ALGO_DETAIL = { recipe_name: 'language_and_free_time', campaign_name: 'language_assessment' }

function refuse(message: string): never {
  throw new HttpError(400, 'invalid_request', message)
}

function readWindow({ start_time, end_time }: TimeWindow): { start: Date; end: Date } {
  const [start, end] = [new Date(start_time), new Date(end_time)]
  const length = end.getTime() - start.getTime()
  if (Number.isNaN(length)) refuse('body.specify_time has an invalid date.')
  if (length <= 0) refuse('body.specify_time has a window that ends before it starts.')
  if (length > MAX_WINDOW_HOURS * 3600_000)
    refuse(`body.specify_time has a window longer than ${MAX_WINDOW_HOURS} hours.`)
  return { start, end }
}

function checkTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    refuse('body.user_timezone is not a time zone.')
  }
}

/** Lessons are proposed only within these hours of the learner's day, not in the middle of the night. */
const DAY = { first: 8, end: 22 }

/** The first moment within DAY in a time zone, else the first of all. */
function firstByDay(starts: readonly string[], timeZone: string): Date | undefined {
  const hour = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone })
  const moments = starts.map((start) => new Date(start)).sort((one, other) => one.getTime() - other.getTime())
  const isByDay = (moment: Date) => {
    const local = Number(hour.format(moment))
    return local >= DAY.first && local < DAY.end
  }
  return moments.find(isByDay) ?? moments[0]
}

/** A demo teacher's description in an interface language: demo teachers speak them all. */
export type DemoAbout = (about: string, locale: Locale) => string

/** An imported teacher's id is the importer's own key, so links and events contain it. */
export function toTeacherItem(
  row: TeacherRow,
  demoAbout: DemoAbout | undefined,
  locale: Locale,
  nextFree?: Date,
): TeacherItem {
  const { min_price, about: ownWords, levels = [], booking_url: _, ...info } = row.card
  const about = demoAbout?.(ownWords, locale) ?? ownWords
  return {
    user_info: {
      user_id: row.key ?? row.user_id,
      nickname: row.nickname,
      avatar_file_name: row.avatar_file_name,
      origin_country_id: row.country_id,
      is_pro: row.is_pro,
    },
    teacher_info: {
      ...info,
      ...(about ? { about } : {}),
      ...(levels.length > 0 ? { levels } : {}),
      ...(nextFree ? { next_free: nextFree.toISOString() } : {}),
    },
    course_info: { min_price },
  }
}

/** Recommended teachers, for signed-in learners (Specification §6). */
export function teacherHandlers({
  db,
  who,
  demoAbout,
}: {
  db: Database
  who: Identity
  demoAbout: DemoAbout | undefined
}): Pick<CallHandlers, 'postTeachers'> {
  return {
    async postTeachers(request) {
      const user = await requireSignedIn(who, request)
      const { page_size, user_timezone, teach_language, specify_time } = request.body
      checkTimeZone(user_timezone)
      const teachers = await findFreeTeachers(db, {
        language: teach_language.language,
        windows: specify_time.map(readWindow),
        limit: page_size,
        userId: user.id,
      })
      const locale = interfaceLanguage(request)
      const data = teachers.map((row) => toTeacherItem(row, demoAbout, locale, firstByDay(row.starts, user_timezone)))
      return { data, statistics: { algo_detail: ALGO_DETAIL } }
    },
  }
}
