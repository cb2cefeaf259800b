import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import { urls } from '#contract/urls.ts'
import { newAccount, storedAccounts } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world.close())

/** An account with something in every table. */
async function fullAccount(name: string) {
  const account = await newAccount(world, { nickname: name, country_id: 'DE' })
  const { client, user } = account
  const { db } = world
  await db
    .insertInto('emails')
    .values({ email: `${name}@example.test`, user_id: user.id, verified_at: new Date() })
    .execute()
  await db
    .insertInto('phones')
    .values({ e164: `+49151000${user.id}`, user_id: user.id })
    .execute()
  await db
    .insertInto('identities')
    .values({ provider: 'google', issuer: 'i', subject: name, user_id: user.id })
    .execute()
  await client.send('POST', urls.onboarding, { primary_learning_language: 'german', primary_learning_level: 2 })
  const purpose = { language: 'german', role: 'adult', purpose: 'work', sub_purpose: '' }
  await client.send('POST', urls.profile, { purpose_list: [purpose] })
  await client.send('GET', urls.freeTrialEvent)
  const finished = await client.play('german', () => true)
  await client.send('POST', urls.itemReport(finished.id, 2), { reason: 'mistake', note: 'a typo' })
  await client.start('french')
  return { ...account, finished }
}

describe('GET /v1/account', () => {
  it('holds everything stored about its owner and nothing of others', async () => {
    const { client, user, finished } = await fullAccount('mine')
    await fullAccount('other')
    const { body } = await client.send<AccountData>('GET', urls.accountData)
    expect(body.data).toEqual({
      user_id: user.id,
      nickname: 'mine',
      avatar_file_name: 'seed-1',
      country_id: 'DE',
      created_at: user.created_at.toISOString(),
      emails: ['mine@example.test'],
      phones: [`+49151000${user.id}`],
      providers: ['google'],
      profile: {
        user: { is_pro: false, is_tutor: false, register_status: 5, learning_language: 'german' },
        language_list: [{ language: 'german', level: 2, is_learning: true }],
        purpose_list: [{ language: 'german', role: 'adult', purpose: 'work', sub_purpose: '' }],
      },
      assessments: [
        {
          assessment_id: finished.id,
          language: 'german',
          ...finished.result,
          finished_at: expect.stringMatching(/^\d{4}-.*Z$/),
          estimate: {
            theta: expect.any(Number),
            standard_error: expect.any(Number),
            level: 'C2',
            band: { lowest: 'C2', highest: 'C2' },
          },
          change: null,
          report: null,
        },
      ],
      item_reports: [
        {
          language: 'german',
          question_id: expect.any(Number),
          reason: 'mistake',
          note: 'a typo',
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ],
    })
  })

  it('comes as a file when asked', async () => {
    const { client } = await newAccount(world)
    const file = await client.page(`${urls.accountData}?download=1`)
    expect(file.headers['content-disposition']).toBe('attachment; filename="language-assessment-account.json"')
    expect(file.headers['cache-control']).toBe('private, no-store')
    expect((await client.page(urls.accountData)).headers['content-disposition']).toBeUndefined()
  })
})

describe('PATCH /v1/account', () => {
  it.each([
    ['  Lena   Löwe ', 'Lena Löwe'],
    ['Le\u202Ena\u200B\u0007', 'Lena'],
    ['\u2066Anna\u2069\uFEFF\u00AD', 'Anna'],
    ['é'.repeat(40), 'é'.repeat(40)],
    ['李雷', '李雷'],
    ['O’Brien-Šmíd 🎭', 'O’Brien-Šmíd 🎭'],
    ['<b>Bo</b>', '<b>Bo</b>'],
    ['Scunthorpe', 'Scunthorpe'],
  ])('stores %j as %j', async (nickname, stored) => {
    const { client, user } = await newAccount(world)
    const { body } = await client.send<AccountData>('PATCH', urls.accountData, { nickname })
    expect(body.data).toMatchObject({ user_id: user.id, nickname: stored })
    expect((await client.send<AccountData>('GET', urls.accountData)).body.data.nickname).toBe(stored)
  })

  it.each([
    [{ nickname: '' }],
    [{ nickname: ' \u200B\u3164\u2800 ' }],
    [{ nickname: 'a'.repeat(41) }],
    [{ nickname: 'Admin' }],
    [{ nickname: 'The sup\u200Bport' }],
    [{ nickname: 'ＡＤＭＩＮ' }],
    [{ nickname: 7 }],
    [{}],
    [{ nickname: 'Lena', is_pro: true }],
    [{ nickname: 'Lena', id: 1 }],
  ])('refuses %j and changes nothing', async (body) => {
    const { client } = await newAccount(world)
    const before = await storedAccounts(world)
    const reply = await client.send('PATCH', urls.accountData, body)
    expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_request'])
    expect(await storedAccounts(world)).toEqual(before)
  })
})

describe('DELETE /v1/account', () => {
  it('v5.0.0-7.4.2 (21): removes all that is the account’s, ends all its sessions, and leaves everything else', async () => {
    const other = await fullAccount('stays')
    const before = await storedAccounts(world)
    const { client, user, finished } = await fullAccount('goes')
    const { sid = '', visitor = '' } = client.cookies
    const elsewhere = await newAccount(world)
    await world.db.updateTable('sessions').set({ user_id: user.id }).where('user_id', '=', elsewhere.user.id).execute()
    await world.db.deleteFrom('users').where('id', '=', elsewhere.user.id).execute()

    expect((await client.send('DELETE', urls.accountData)).status).toBe(204)
    expect(client.cookies).toMatchObject({ sid: '', visitor: '' })
    expect(await storedAccounts(world)).toEqual(before)
    const items = await world.db
      .selectFrom('assessment_items')
      .select('assessment_id')
      .where('assessment_id', '=', finished.id)
      .execute()
    expect(items).toEqual([])

    const old = new ApiClient(world.app)
    old.setCookie('sid', sid)
    old.setCookie('visitor', visitor)
    for (const signedOut of [old, elsewhere.client])
      expect((await signedOut.send('GET', urls.accountData)).status).toBe(401)
    expect((await old.send('GET', urls.assessment(finished.id))).status).toBe(404)
    expect((await other.client.send('GET', urls.accountData)).status).toBe(200)
  })

  it('cuts what was counted off from the browser', async () => {
    const { client, user } = await newAccount(world)
    await client.play('english', () => false)
    const { visitor } = await world.db
      .selectFrom('assessments')
      .select('visitor')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    const tied = () => world.db.selectFrom('events').select('id').where('visitor', '=', visitor).execute()
    expect(await tied()).toHaveLength(QUESTIONS)
    await client.send('DELETE', urls.accountData)
    expect(await tied()).toEqual([])
  })
})

it('every call is refused to visitors, and changes from pages of other sites to everyone', async () => {
  const { client } = await newAccount(world)
  const before = await storedAccounts(world)
  for (const [method, body] of [['GET'], ['PATCH', { nickname: 'Lena' }], ['DELETE']] as const) {
    const reply = await new ApiClient(world.app).send(method, urls.accountData, body)
    expect([method, reply.status, reply.body.error.code]).toEqual([method, 401, 'signed_out'])
    if (method === 'GET') continue
    const foreign = await client.send(method, urls.accountData, body, { 'sec-fetch-site': 'cross-site' })
    expect([method, foreign.status]).toEqual([method, 403])
  }
  expect(await storedAccounts(world)).toEqual(before)
})
