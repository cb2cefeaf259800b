import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import type { Review } from '#contract/review.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'

const PACE_MS = 1200

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({
    KEY_PACE_MS: String(PACE_MS),
    ACCOUNT_ASSESSMENTS_PER_DAY: '3',
    VISITOR_ASSESSMENTS_PER_DAY: '5',
  })
})
afterAll(() => world.close())

const asked = async (client: ApiClient, id: string) => {
  const { data } = (await client.send<Review>('GET', urls.review(id))).body
  expect(data.asked).toBe(QUESTIONS)
  return data.items.length
}

/** Backdates the start of the attempt. */
const beganEarlier = (id: string, milliseconds: number) =>
  sql`update assessments set created_at = created_at - make_interval(secs => ${milliseconds / 1000}::float8) where id = ${id}`.execute(
    world.db,
  )

/** The fields of the answers in the account's download. */
async function exportedFields(client: ApiClient): Promise<string[]> {
  const { body } = await client.send<AccountData>('GET', `${urls.accountData}?download=1`)
  return [...new Set(body.data.assessments.flatMap(({ answers = [] }) => answers.flatMap(Object.keys)))]
}

/** What is measured beside the level and its range. */
async function measured(client: ApiClient, id: string): Promise<{ measures: unknown[]; subscores: unknown }> {
  const { data } = (await client.send<Review>('GET', urls.review(id))).body
  const history = async (query: string) =>
    (await client.send<AccountData>('GET', `${urls.accountData}${query}`)).body.data.assessments[0]?.estimate
  const estimates = [data.estimate, await history(''), await history('?download=1')]
  expect(estimates.map((estimate) => estimate?.band)).toEqual(new Array(3).fill(data.estimate.band))
  const measures = estimates.flatMap((estimate) => [estimate?.theta, estimate?.standard_error])
  return { measures: [data.probabilities, ...measures], subscores: data.subscores }
}

describe('harvesting the answer key', () => {
  it('a test taken faster than people read shows no key and nothing about what was right; at reading pace it shows both', async () => {
    const { client } = await newAccount(world)
    const { id } = await client.play('german', (position) => position % 2 === 0)
    expect(await asked(client, id)).toBe(0)
    expect(await exportedFields(client)).not.toContain('is_correct')
    expect(await measured(client, id)).toEqual({ measures: Array(7).fill(null), subscores: null })
    await beganEarlier(id, QUESTIONS * PACE_MS)
    expect(await asked(client, id)).toBe(QUESTIONS)
    expect(await exportedFields(client)).toContain('is_correct')
    // Subscores also need five answers of each area, which chance may not have drawn.
    expect((await measured(client, id)).measures).not.toContain(null)
  })

  it('a change since a test without key is not told, for it would tell of that test', async () => {
    const { client } = await newAccount(world)
    const { id: quick } = await client.play('german', () => false)
    const { id } = await client.play('german', () => true)
    await beganEarlier(id, QUESTIONS * PACE_MS)
    const changes = async () => {
      const { data } = (await client.send<Review>('GET', urls.review(id))).body
      const account = (await client.send<AccountData>('GET', urls.accountData)).body.data
      return [data.previous?.change, account.assessments.find(({ assessment_id }) => assessment_id === id)?.change]
    }
    expect(await changes()).toEqual([null, null])
    await beganEarlier(quick, QUESTIONS * PACE_MS)
    expect(await changes()).toEqual(['higher', 'higher'])
  })

  it('an account can start a limited number of tests a day, and is told when to come back', async () => {
    const { client } = await newAccount(world)
    for (let test = 1; test <= 3; test++) await client.start('french')
    const { statusCode, headers } = await world.app.inject({
      method: 'POST',
      url: urls.attempts,
      cookies: client.cookies,
      payload: { language: 'french' },
    })
    expect([statusCode, Number(headers['retry-after']) > 23 * 3600]).toEqual([429, true])
    await sql`update assessments set created_at = created_at - interval '1 day'`.execute(world.db)
    expect((await client.send('POST', urls.attempts, { language: 'french' })).status).toBe(201)
  })

  it('so can one browser, signed out', async () => {
    const client = new ApiClient(world.app)
    const statuses: number[] = []
    for (let test = 1; test <= 6; test++)
      statuses.push((await client.send('POST', urls.attempts, { language: 'french' })).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  })

  it('claiming tests taken signed out gains nothing', async () => {
    const { client, user } = await newAccount(world)
    const shown: number[] = []
    for (let test = 1; test <= 5; test++) {
      const { id } = await new ApiClient(world.app).play('korean', () => false)
      await beganEarlier(id, QUESTIONS * PACE_MS)
      await world.db.updateTable('assessments').set({ user_id: user.id }).where('id', '=', id).execute()
      shown.push(await asked(client, id))
    }
    expect(shown).toEqual([QUESTIONS, QUESTIONS, QUESTIONS, 0, 0])
  })
})
