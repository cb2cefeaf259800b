import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Login } from '#contract/profile.ts'
import { urls } from '#contract/urls.ts'
import { newAccount, storedAccounts } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { insertSession } from '#server/db/tables/sessions.ts'
import { newSecret, sha256 } from '#server/who/secret-cookie.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({ COUNTRY_HEADER: 'CF-IPCountry' })
})
afterAll(() => world.close())

const login = async (client: ApiClient, headers = {}) =>
  (await client.send<Login>('GET', urls.login, undefined, headers)).body.data

describe('GET /v2/login', () => {
  it('returns only the country, or null, to a visitor', async () => {
    const client = new ApiClient(world.app)
    expect(await login(client)).toEqual({ country_id: null })
    client.setCookie('country_id', 'RU')
    expect(await login(client)).toEqual({ country_id: 'RU' })
    expect(await login(client, { 'cf-ipcountry': 'CN' })).toEqual({ country_id: 'CN' })
  })

  it.each([{}, { is_pro: true }, { is_tutor: true }])('identifies the signed-in person: %o', async (role) => {
    const { client, user } = await newAccount(world, { nickname: 'Lena', country_id: 'DE', ...role })
    expect(await login(client, { 'cf-ipcountry': 'CN' })).toEqual({
      country_id: 'DE',
      user_id: user.id,
      nickname: 'Lena',
      avatar_file_name: 'seed-1',
    })
  })

  it('ignores an invalid country and uses the next source', async () => {
    const client = new ApiClient(world.app)
    client.setCookie('country_id', 'FR')
    for (const wrong of ['fr', 'FRA', 'F1', 'XX', '<b>', ''])
      expect(await login(client, { 'cf-ipcountry': wrong })).toEqual({ country_id: 'FR' })
    client.setCookie('country_id', '__proto__')
    expect(await login(client)).toEqual({ country_id: null })
  })

  it("isn't cacheable", async () => {
    const { headers } = await world.app.inject(urls.login)
    expect(headers['cache-control']).toBe('private, no-store')
  })

  it('ignores a malformed or made-up cookie', async () => {
    for (const cookie of ['sid=x', `sid=${'a'.repeat(43)}`, 'sid', `sid="${'a'.repeat(43)}"; sid=%00`, ';;;=']) {
      const reply = await world.app.inject({ url: urls.login, headers: { cookie } })
      expect([reply.statusCode, reply.json()]).toEqual([200, { data: { country_id: null } }])
    }
  })
})

describe('GET free_trial_event', () => {
  it.each([{}, { is_pro: true }, { is_tutor: true }])('is accepted no matter how often it fires: %o', async (role) => {
    const { client } = await newAccount(world, role)
    const replies = await Promise.all([1, 2, 3].map(() => client.send('GET', urls.freeTrialEvent)))
    for (const { status, body } of replies) expect([status, body]).toEqual([200, { data: {} }])
  })

  it('is due on every page after each login until it has fired', async () => {
    const pages = [urls.landing, urls.quiz, urls.account]
    const { client, user } = await newAccount(world)
    const due = () =>
      Promise.all(
        pages.map(async (url) => /"isFreeTrialDue":true|data-free-trial="due"/.test((await client.page(url)).body)),
      )
    expect(await due()).toEqual([true, true, true])
    await client.send('GET', urls.freeTrialEvent)
    expect(await due()).toEqual([false, false, false])
    expect(client.cookies.free_trial).not.toContain(sha256(client.cookies.sid as string))

    await client.send('DELETE', urls.currentSession)
    expect(await due()).toEqual([false, false, false])
    expect(client.cookies.free_trial ?? '').toBe('')
    const next = newSecret()
    await insertSession(world.db, sha256(next), user.id)
    client.setCookie('sid', next)
    expect(await due()).toEqual([true, true, true])
  })

  it('is refused to visitors and other sites', async () => {
    const { client } = await newAccount(world)
    const before = await storedAccounts(world)
    const visitor = await new ApiClient(world.app).send('GET', urls.freeTrialEvent)
    expect([visitor.status, visitor.body.error.code]).toEqual([401, 'signed_out'])
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]) {
      const reply = await client.send('GET', urls.freeTrialEvent, undefined, headers as Record<string, string>)
      expect([reply.status, reply.body.error.code]).toEqual([403, 'cross_site_request'])
    }
    expect(await storedAccounts(world)).toEqual(before)
  })
})
