/**
 * `npm run bench -- insights`: how long the staff page takes at a million answers, on the database of DATABASE_URL (an
 * empty one) or in memory.
 */

import { urls } from '#contract/urls.ts'
import { measuredOn, writeFigures } from '#harness/figures.ts'
import { generateAnswers } from '#harness/generated-answers.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { readBanks } from '#server/banks/banks.ts'
import { openInMemory } from '#server/db/connection/pglite.ts'
import { openPostgres } from '#server/db/connection/postgres.ts'
import { findInsights } from '#server/insights/insights.ts'
import { rollUp } from '#server/jobs/roll-ups.ts'
import { median } from '../median.ts'

const ASSESSMENTS = 66_667
const DAYS = 90
const TIMES = 5

const url = process.env.DATABASE_URL
const { db, engine, close } = url ? await openPostgres(url, 4) : await openInMemory()
const banks = readBanks()
const dayOf = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString().slice(0, 10)

async function milliseconds(task: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await task()
  return Math.round(performance.now() - started)
}

async function pageMs(language: '' | 'english'): Promise<number> {
  const filter = { from: dayOf(DAYS), to: dayOf(0), language, interface_language: '' } as const
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) times.push(await milliseconds(() => findInsights({ db, banks }, filter)))
  return median(times)
}

await generateAnswers(db, { attempts: ASSESSMENTS, days: DAYS })
const live = await pageMs('english')
const rolling = await milliseconds(() => rollUp(db))
const [all, english] = [await pageMs(''), await pageMs('english')]
await close()

writeFigures('docs/performance.md', 'insights', [
  `The figures of ${urls.insights} over ${DAYS} days with ${(ASSESSMENTS * QUESTIONS).toLocaleString('en')} answers (${engine}, \`npm run bench -- insights\`; ${measuredOn()}):`,
  `${all} ms for all languages and ${english} ms for one with its items, ${live} ms for the same one before anything is rolled up. Rolling up all ${DAYS} days took ${rolling} ms.`,
])
