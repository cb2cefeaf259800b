import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#harness/test-database.ts'
import { analysisLines } from '#operators/items/analysis-text.ts'
import { analyzeAttempts } from '#operators/items/analyze-attempts.ts'
import { calibrateAttempts } from '#operators/items/calibrate-attempts.ts'
import { levelCenter } from '#quiz/estimate.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { itemVersion, readBanks } from '#server/banks/banks.ts'
import type { OpenDatabase } from '#server/db/schema.ts'
import { countFirstAttempts, firstAttempts } from '#server/db/tables/first-attempts.ts'
import { findItemStatistics, storeItemStatistics } from '#server/db/tables/item-statistics.ts'
import { fillWithVisitors } from './stored-visitors.ts'

/** Fifty thousand answers. */
const VISITORS = 3334
const banks = readBanks()
let opened: OpenDatabase

beforeAll(async () => {
  opened = await openTestDatabase()
  await fillWithVisitors(opened.db, banks, VISITORS)
  const { db } = opened
  const ids = await db.selectFrom('assessments').select('id').orderBy('id', 'desc').limit(2).execute()
  const [again, left] = ids.map(({ id }) => id)
  await db
    .updateTable('assessments')
    .set({ seen: '[1]' })
    .where('id', '=', again as string)
    .execute()
  await db
    .updateTable('assessments')
    .set({ finished_at: null, level: null, than: null })
    .where('id', '=', left as string)
    .execute()
}, 600_000)
afterAll(() => opened.close())

describe('fifty thousand answers', () => {
  it('are read attempt by attempt, skipping later and unfinished ones', async () => {
    const until = new Date(Date.now() + 60_000)
    expect(await countFirstAttempts(opened.db, until)).toBe(VISITORS - 2)
    const ids: string[] = []
    for await (const { id, answers } of firstAttempts(opened.db, until)) {
      ids.push(id)
      if (answers.length !== QUESTIONS) throw new Error(`${id} has ${answers.length} answers.`)
    }
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(VISITORS - 2)
    expect(await countFirstAttempts(opened.db, new Date(0))).toBe(0)
  })

  it('calibrate every item seen, around its level, and report progress', async () => {
    const shares: number[] = []
    const { attempts, items } = await calibrateAttempts(opened.db, (share) => shares.push(share))
    expect(attempts).toBe(VISITORS - 2)
    expect(shares.at(-1)).toBe(1)
    expect(items.reduce((sum, { answers }) => sum + answers, 0)).toBe(attempts * QUESTIONS)
    expect(items.length).toBeGreaterThan(1400)
    const off = items.map(({ level, difficulty }) => Math.abs(difficulty - levelCenter(level)))
    expect(off.reduce((sum, each) => sum + each, 0) / off.length).toBeLessThan(0.6)
    for (const { difficulty_error } of items) if (!(difficulty_error <= 0.8)) throw new Error('A prior was widened.')
  }, 300_000)

  it('give each item of the banks its statistics, which are stored and explained in words', async () => {
    const analyzed = await analyzeAttempts(opened.db, banks, () => undefined)
    expect(analyzed.items.length).toBe(Object.values(banks).flat().length)
    const met = analyzed.items.reduce((sum, { answers }) => sum + answers, 0)
    expect(met).toBe(analyzed.attempts * QUESTIONS)
    for (let time = 0; time < 2; time++) await storeItemStatistics(opened.db, analyzed.items)
    const german = await findItemStatistics(opened.db, 'german')
    expect(german.map(({ id, version }) => [id, version])).toEqual(
      banks.german.map((item) => [item.id, itemVersion(item)]),
    )
    expect(german).toEqual(analyzed.items.filter(({ language }) => language === 'german'))
    const text = analysisLines(analyzed).join('\n')
    expect(text).toMatch(/^# Item analysis\n\n3332 finished first attempts/)
    expect(text).toContain('than its level')
    expect(text).not.toMatch(/\b(NaN|undefined|null)\b/)
  }, 300_000)
})
