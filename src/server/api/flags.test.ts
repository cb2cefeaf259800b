import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Flag } from '#contract/flags.ts'
import type { Review } from '#contract/review.ts'
import { urls } from '#contract/urls.ts'
import { newAccount, storedAccounts } from '#harness/accounts.ts'
import type { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world.close())

const flag = (client: ApiClient, id: string, position: number | string, body: unknown) =>
  client.send<Flag>('POST', urls.flag(id, position), body)

/** An account with a finished attempt. */
async function reviewer() {
  const { client, user } = await newAccount(world)
  const { id } = await client.play('german', () => false)
  return { client, user, id }
}

describe('POST /v1/assessments/{id}/items/{position}/flag', () => {
  const rows = () => world.db.selectFrom('item_flags').selectAll().execute()

  it('is stored once per person and question; the last one wins', async () => {
    const { client, user, id } = await reviewer()
    const first = await flag(client, id, 4, { reason: 'unclear' })
    expect([first.status, first.body.data]).toEqual([201, { reason: 'unclear', note: '' }])
    const again = await flag(client, id, 4, { reason: 'wrong_key', note: '  “um”  also\u202E fits ' })
    expect(again.body.data).toEqual({ reason: 'wrong_key', note: '“um” also fits' })
    await flag(client, id, 5, { reason: 'other', note: '' })
    const { items } = (await client.send<Review>('GET', urls.review(id))).body.data
    expect(items.flatMap((item) => (item.flag ? [[item.position, item.flag.reason]] : []))).toEqual([
      [4, 'wrong_key'],
      [5, 'other'],
    ])
    const own = (await rows()).filter(({ user_id }) => user_id === user.id)
    expect(own).toHaveLength(2)
    for (const row of own)
      expect(row).toMatchObject({ language: 'german', item_version: expect.stringMatching(/^\w{12}$/) })
  })

  it('counts once per person, and is deleted with the account', async () => {
    const { client, id } = await reviewer()
    const other = await reviewer()
    const before = await rows()
    await flag(client, id, 1, { reason: 'mistake' })
    await flag(other.client, other.id, 1, { reason: 'mistake' })
    expect(await rows()).toHaveLength(before.length + 2)
    await client.send('DELETE', urls.accountData)
    await other.client.send('DELETE', urls.accountData)
    expect(await rows()).toEqual(before)
  })

  it.each([
    [1, {}],
    [1, { reason: 'boring' }],
    [1, { reason: 'other', note: 'x'.repeat(201) }],
    [1, { reason: 'other', note: 7 }],
    [1, { reason: 'other', user_id: 1 }],
    [0, { reason: 'other' }],
    [16, { reason: 'other' }],
    [22, { reason: 'other' }],
    ['one', { reason: 'other' }],
  ])('refuses position %s with %j and changes nothing', async (position, body) => {
    const { client, id } = await reviewer()
    const before = await storedAccounts(world)
    const reply = await flag(client, id, position, body)
    expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_request'])
    expect(await storedAccounts(world)).toEqual(before)
  })

  it('accepts a note of 200 characters, counted as code points', async () => {
    const { client, id } = await reviewer()
    expect((await flag(client, id, 1, { reason: 'other', note: '🎭'.repeat(200) })).status).toBe(201)
  })
})
