import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { ApiClient } from '#harness/api-client.ts'
import { readPageState } from '#harness/page-state.ts'
import { marketplaceSettings, type StandInMarketplace, startMarketplace } from '#harness/peers/marketplace.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let market: StandInMarketplace
let quiz: TestApp
beforeAll(async () => {
  market = await startMarketplace()
})
beforeEach(async () => {
  Object.assign(market, { login: 'prompt', person: {}, country: null, loginCalls: 0, addresses: [] })
  // Each test gets its own service, because the marketplace's replies are cached briefly.
  quiz = await startTestApp({
    ...marketplaceSettings(market.url),
    COUNTRY_HEADER: 'x-country',
    TRUSTED_PROXIES: '127.0.0.1',
  })
  return () => quiz.close()
})
afterAll(() => market.close())

describe('country_id in a linked marketplace’s /v2/login', () => {
  const visitor = () => new ApiClient(quiz.app)
  const stateFor = async (client: ApiClient, headers = {}) =>
    readPageState((await client.page(urls.quiz, headers)).body)
  const visitorOf = async (client: ApiClient, headers = {}) => (await stateFor(client, headers)).visitor

  it('is looked up for a signed-out visitor by address, and stored', async () => {
    const client = visitor()
    market.country = 'RU'
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    expect((await visitorOf(client, headers)).login).toEqual({ country_id: 'RU' })
    expect(market.addresses).toEqual(['203.0.113.7'])
    market.login = 'status 500'
    expect((await visitorOf(client, headers)).login).toEqual({ country_id: 'RU' })
    expect(market.loginCalls).toBe(1)
    // The next visitor, from another address, is another person.
    expect((await visitorOf(visitor(), { 'x-forwarded-for': '198.51.100.9' })).login).toEqual({ country_id: null })
  })

  it('takes precedence over the header and the cookie', async () => {
    const client = visitor()
    client.setCookie('country_id', 'FR')
    const headers = { 'x-country': 'DE' }
    expect((await visitorOf(client, headers)).login).toEqual({ country_id: 'DE' })
    market.country = 'CN'
    const later = visitor()
    later.setCookie('country_id', 'FR')
    const state = await stateFor(later, { ...headers, 'x-forwarded-for': '203.0.113.8' })
    expect(state).toMatchObject({
      visitor: { login: { country_id: 'CN' }, isInChina: true },
      result: { mayShare: false },
    })
  })

  it('is looked up for a signed-out session, and stored if a forwarded call returns it', async () => {
    market.country = 'CN'
    const client = visitor()
    client.setCookie('sid', 'guest')
    expect(await visitorOf(client)).toMatchObject({ login: { country_id: 'CN' }, isInChina: true })
    const other = visitor()
    other.setCookie('sid', 'guest-two')
    await other.send('GET', urls.login)
    market.country = null
    expect((await visitorOf(other)).login).toEqual({ country_id: 'CN' })
  })

  it('for a signed-in person, stays when the marketplace stops sending it', async () => {
    const client = visitor()
    client.setCookie('sid', '7-first')
    market.person = { country_id: 'CN' }
    expect(await visitorOf(client)).toMatchObject({ login: { country_id: 'CN', user_id: 7 }, isInChina: true })
    client.setCookie('sid', '7-second')
    market.person = {}
    expect(await visitorOf(client)).toMatchObject({ login: { country_id: 'CN', user_id: 7 }, isInChina: true })
  })

  it('answers within a second while the marketplace hangs: it uses the header and pauses calls', async () => {
    market.login = 'hangs'
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      const headers = { 'x-country': 'DE', 'x-forwarded-for': address }
      expect(await visitorOf(visitor(), headers)).toMatchObject({ login: { country_id: 'DE' }, isLoginUnknown: false })
    }
    expect(market.loginCalls).toBe(1)
  })

  it("renders the page even if the identified user can't be stored", async () => {
    const world = await startTestApp({
      ...marketplaceSettings(market.url),
      MARKETPLACE_SESSION_COOKIE: 'another',
      MARKETPLACE_COOKIES: 'sid',
    })
    await sql`alter table identities rename to away`.execute(world.db)
    const { statusCode } = await world.app.inject({ url: urls.quiz, headers: { cookie: 'sid=7-first' } })
    await world.close()
    expect([statusCode, market.loginCalls]).toEqual([200, 1])
  })

  it.each(['D\u0000E', '\ud800', 'D'.repeat(100_000), 'de', ''])(
    "doesn't fail sign-in and isn't stored if it isn't a country",
    async (country_id) => {
      const client = visitor()
      client.setCookie('sid', '7-first')
      market.person = { country_id }
      const { login, isLoginUnknown } = await visitorOf(client, { 'x-country': 'DE' })
      expect([login.user_id, login.country_id, isLoginUnknown]).toEqual([7, 'DE', false])
      expect(await quiz.db.selectFrom('users').select('country_id').execute()).toEqual([{ country_id: null }])
    },
  )

  it('if invalid, falls back to the next source', async () => {
    market.country = 'china'
    expect((await visitorOf(visitor(), { 'x-country': 'DE' })).login).toEqual({ country_id: 'DE' })
  })
})
