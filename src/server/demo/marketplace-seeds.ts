import type { ImportedCardSet, ImportedTeacher } from '#contract/import-files.ts'
import type { Locale } from '#contract/locales.ts'
import type { Database } from '../db/schema.ts'
import { DEMO, inImport } from '../db/tables/imports.ts'
import { importTeachers } from '../db/tables/teacher-imports.ts'
import { importCardSets } from '../db/tables/vocabulary.ts'
import { readJson } from '../files.ts'

const DAYS = 14
const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS

/** A teacher of data/demo/teachers.json, available for `hours` hours per day from `from_hour` (UTC). */
type DemoTeacher = Omit<ImportedTeacher, 'avatar_file_name' | 'free'> & { from_hour: number; hours: number }

const ABOUTS = readJson<Record<string, Partial<Record<Locale, string>>>>('data/demo/abouts.json')

/** A demo teacher's description in the interface language. Other texts are returned unchanged. */
export function aboutIn(about: string, locale: Locale): string {
  return ABOUTS[about]?.[locale] ?? about
}

/** One-hour slots starting today, skipping every fourth for gaps in the schedule. */
function freeSlots({ from_hour, hours }: DemoTeacher, teacher: number, now: Date): ImportedTeacher['free'] {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const slots: ImportedTeacher['free'] = []
  for (let day = 0; day <= DAYS; day++)
    for (let hour = from_hour; hour < from_hour + hours; hour++) {
      if ((teacher + day + hour) % 4 === 0) continue
      const start = today + day * DAY_MS + hour * HOUR_MS
      slots.push({ start_time: new Date(start).toISOString(), end_time: new Date(start + HOUR_MS).toISOString() })
    }
  return slots
}

/** Imports the demo's teachers with free slots starting today. Runs at every start to keep their schedules current. */
export async function seedTeachers(db: Database, now: Date): Promise<void> {
  const teachers = readJson<DemoTeacher[]>('data/demo/teachers.json')
  const imported = teachers.map((teacher, index) => {
    const { from_hour: _from, hours: _hours, ...facts } = teacher
    return { ...facts, avatar_file_name: teacher.key, free: freeSlots(teacher, index, now) }
  })
  await inImport(db, (transaction) => importTeachers(transaction, imported, DEMO.issuer))
}

/** Imports the demo's vocabulary sets. */
export async function seedVocabulary(db: Database): Promise<void> {
  const sets = readJson<ImportedCardSet[]>('data/demo/vocabulary.json')
  const demo = sets.map((set) => ({ ...set, key: `${DEMO.keys}${set.key}` }))
  await inImport(db, (transaction) => importCardSets(transaction, demo, { isDemo: true }))
}
