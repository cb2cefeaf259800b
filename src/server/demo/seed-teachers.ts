import { readFile } from 'node:fs/promises'
import type { Database } from '../db/schema.ts'
import { seedTeacherRows, type TeacherSeed } from '../db/teacher-seeds.ts'

const FILE = new URL('../../../data/demo/teachers.json', import.meta.url)
const DAYS = 14

/** The demo's teachers, with free time from today on: called at every start, so that their time moves with the days. */
export async function seedTeachers(db: Database, now: Date): Promise<void> {
  const seeds: TeacherSeed[] = JSON.parse(await readFile(FILE, 'utf8'))
  await seedTeacherRows(db, seeds, now, DAYS)
}
