import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SharedReport } from '#contract/sharing.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { foldResults } from '../db/tables/result-counts.ts'

let observed: TestApp
let specified: TestApp
beforeAll(async () => {
  ;[observed, specified] = await Promise.all([startTestApp({ THAN_SOURCE: 'observed' }), startTestApp()])
})
afterAll(() => Promise.all([observed.close(), specified.close()]))

/** Earlier results, as the counts store them: `finished` of each level in the middle of its scores. */
async function count(world: TestApp, language: 'english' | 'german', finished: number): Promise<void> {
  const reached = (level: 'A1' | 'B1' | 'C2', score: number) => ({ language, level, score, finished: finished / 4 })
  await world.db
    .insertInto('result_counts')
    .values([reached('A1', -30), reached('B1', -6), reached('C2', 10), reached('C2', 60)])
    .execute()
}

const everythingRight = () => true

describe('THAN_SOURCE=observed', () => {
  it("uses the specification's band until 500 assessments in the language are finished, counting each once", async () => {
    await count(observed, 'english', 496)
    await count(observed, 'german', 2000)
    const client = new ApiClient(observed.app)
    for (let time = 0; time < 4; time++) {
      const { result } = await client.play('english', everythingRight)
      expect(result).toEqual({ level: 'C2', than: expect.any(Number) })
      expect(result?.than).toBeGreaterThanOrEqual(95)
    }
    await foldResults(observed.db)
    const fifth = await client.play('english', everythingRight)
    // Below are 248 of lower levels and 124 with a lower score: the other 124 and the four like it are not.
    expect(fifth.result).toEqual({ level: 'C2', than: Math.floor((100 * 372) / 501), than_of: 500 })
    expect((await client.send('GET', urls.attempt(fifth.id))).body.data.result).toEqual(fifth.result)
  })

  it('compares levels first: a lower level ranks below whatever its score', async () => {
    const { result } = await new ApiClient(observed.app).play('german', () => false)
    expect(result).toMatchObject({ level: 'A1', than_of: 2000 })
    expect(result?.than).toBeLessThan(25)
  })

  it('compares what was taken faster than people read by level alone, which tells nothing about an answer', async () => {
    const pacing = await startTestApp({ THAN_SOURCE: 'observed', KEY_PACE_MS: '1200' })
    await count(pacing, 'german', 2000)
    const quick = await new ApiClient(pacing.app).play('german', everythingRight)
    await foldResults(pacing.db)
    const client = new ApiClient(pacing.app)
    const { id } = await client.start('german')
    await sql`update assessments set created_at = created_at - interval '1 minute' where id = ${id}`.execute(pacing.db)
    let attempt = (await client.send('GET', urls.attempt(id))).body.data
    while (attempt.status === 'open') attempt = await client.answerNext(attempt, true)
    await pacing.close()
    // Half of all have a lower level, and a quarter the same with a lower score.
    expect([quick.result, attempt.result]).toEqual([
      { level: 'C2', than: 50 - 1, than_of: 2000 },
      { level: 'C2', than: 75 - 1, than_of: 2001 },
    ])
  })

  it('a repeated last answer counts nothing twice', async () => {
    const client = new ApiClient(observed.app)
    const { id, total } = await client.play('french', everythingRight)
    await client.answer(id, total, [])
    for (let time = 0; time < 2; time++) await foldResults(observed.db)
    const rows = await observed.db.selectFrom('result_counts').selectAll().where('language', '=', 'french').execute()
    expect(rows).toEqual([expect.objectContaining({ level: 'C2', finished: 1 })])
  })

  it('the public report and the explanation say what it is based on', async () => {
    const { client } = await newAccount(observed)
    const { id, result } = await client.play('german', everythingRight)
    const { body } = await client.send<SharedReport>('POST', urls.reports, { assessment_id: id })
    const page = (await client.page(urls.report(body.data.report_id))).body
    expect(page).toContain(`higher than ${result?.than}%`)
    expect(page).toContain('Compared with 2,001 completed German tests')
    const how = (await client.page(urls.how)).body
    expect(how).toContain('This percentage comes from real results')
    expect(how).toContain('Until there are 500')
  })
})

it('by default the percentage is drawn, however many results there are, and says so', async () => {
  await count(specified, 'english', 2000)
  const { client } = await newAccount(specified)
  const { id, result } = await client.play('english', everythingRight)
  expect(Object.keys(result ?? {})).toEqual(['level', 'than'])
  expect(result?.than).toBeGreaterThanOrEqual(95)
  const { body } = await client.send<SharedReport>('POST', urls.reports, { assessment_id: id })
  expect((await client.page(urls.report(body.data.report_id))).body).not.toContain('Compared with')
  expect((await client.page(urls.how)).body).toContain('isn’t a real ranking')
})
