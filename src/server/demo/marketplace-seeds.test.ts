import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { openTestDatabase } from '#harness/test-database.ts'
import { LEVELS } from '#quiz/constants.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { readImportFile } from '../../operators/import/read-file.ts'
import type { OpenDatabase } from '../db/schema.ts'
import { findFreeTeachers, listTeachers } from '../db/tables/teachers.ts'
import { findCardSet, findCardSets } from '../db/tables/vocabulary.ts'
import { aboutIn, seedTeachers, seedVocabulary } from './marketplace-seeds.ts'

const DAY = 24 * 3600_000

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
  await seedTeachers(opened.db, new Date())
  await seedVocabulary(opened.db)
})
afterAll(() => opened.close())

const tables = ['users', 'identities', 'teachers', 'teacher_languages', 'vocabulary_sets', 'vocabulary_cards'] as const

async function everything(): Promise<string> {
  const rows = []
  for (const table of tables)
    for (const row of await opened.db.selectFrom(table).selectAll().execute()) rows.push(JSON.stringify(row))
  return rows.sort().join('\n')
}

describe('the demo’s seeds', () => {
  it('have vocabulary that an operator could import', () => {
    const sets = readFileSync('data/demo/vocabulary.json', 'utf8')
    expect(() => readImportFile(`{"vocabulary": ${sets}}`)).not.toThrow()
  })

  it.each(LANGUAGES)(
    'have at least twelve teachers of %s, professionals and others, with free time every day',
    async (language) => {
      const teachers = await listTeachers(opened.db, language)
      expect(teachers.length).toBeGreaterThanOrEqual(12)
      expect(new Set(teachers.map(({ is_pro }) => is_pro))).toEqual(new Set([true, false]))
      for (let day = 1; day <= 12; day++) {
        const start = new Date(Date.now() + day * DAY)
        const windows = [{ start, end: new Date(start.getTime() + DAY) }]
        const free = await findFreeTeachers(opened.db, { language, windows, limit: 20, userId: 0 })
        expect(free.length).toBeGreaterThanOrEqual(2)
      }
    },
  )

  it.each(LOCALES.filter((locale) => locale !== 'en'))('have teacher introductions in %s', async (locale) => {
    for (const language of LANGUAGES)
      for (const { card } of await listTeachers(opened.db, language))
        expect(aboutIn(card.about, locale)).not.toBe(card.about)
    expect(aboutIn('An operator’s own text.', locale)).toBe('An operator’s own text.')
  })

  it.each(LANGUAGES)('have two sets of eight cards for every level of %s', async (front) => {
    const back = front === 'english' ? 'spanish' : 'english'
    for (const level of LEVELS) {
      const sets = await findCardSets(opened.db, { front, back, level, limit: 20 })
      expect(sets.map(({ card_count, creator_id }) => [card_count, creator_id])).toEqual([
        [8, 9999],
        [8, 9999],
      ])
      const cards = (await findCardSet(opened.db, `${sets[0]?.card_set_id}`))?.cards ?? []
      expect(new Set(cards.map((card) => card.front)).size).toBe(8)
    }
  })

  it('change nothing when reimported, except that free time moves with the date', async () => {
    const before = await everything()
    const later = new Date(Date.now() + 3 * DAY)
    await seedTeachers(opened.db, later)
    await seedVocabulary(opened.db)
    expect(await everything()).toBe(before)
    const slots = await opened.db.selectFrom('teacher_slots').select('start_time').execute()
    const times = slots.map(({ start_time }) => start_time.getTime())
    expect(Math.min(...times)).toBeGreaterThan(later.getTime() - 2 * DAY)
    expect(Math.max(...times)).toBeGreaterThan(later.getTime() + 13 * DAY)
  })
})
