import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { storedAccounts } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

const SECRET = 'the-secret-of-the-app-for-its-tokens'
const APP = { 'user-agent': 'Mozilla/5.0 LanguageQuizApp/7.2' }
const EXPIRED = [410, 'code_expired']

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({ APP_TOKEN_SECRET: SECRET })
})
afterAll(() => world.close())

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const now = () => Math.floor(Date.now() / 1000)

/** A token like the app service's, built from RFC 7515 without our code. */
function mint(claims: object = {}, { secret = SECRET, alg = 'HS256', hash = 'sha256' } = {}): string {
  const usual = { iss: 'app.example', sub: randomUUID(), jti: randomUUID(), iat: now(), exp: now() + 300 }
  const signed = `${encode({ alg, typ: 'JWT' })}.${encode({ ...usual, ...claims })}`
  return `${signed}.${alg === 'none' ? '' : createHmac(hash, secret).update(signed).digest('base64url')}`
}

async function exchange(token: string, client = new ApiClient(world.app), headers: Record<string, string> = APP) {
  const { status, body } = await client.send<{ user_id: number }>('POST', urls.appSessions, { token }, headers)
  return { client, status, userId: body.data?.user_id, error: [status, body.error?.code] }
}

describe('POST /v1/auth/app-sessions', () => {
  it('signs the person in for 30 days, with the same account each time', async () => {
    const person = { sub: 'person-1', nickname: 'Lena' }
    const response = await world.app.inject({
      method: 'POST',
      url: urls.appSessions,
      headers: APP,
      payload: { token: mint(person) },
    })
    expect(response.statusCode).toBe(201)
    expect(response.cookies.find(({ name }) => name === 'sid')).toMatchObject({ maxAge: 2_592_000, httpOnly: true })
    const again = await exchange(mint(person))
    expect(again.userId).toBe(response.json().data.user_id)
    const { body } = await again.client.send<object>('GET', urls.login)
    expect(body.data).toMatchObject({ user_id: again.userId, nickname: 'Lena' })
    expect((await exchange(mint({ ...person, iss: 'other.example' }))).userId).not.toBe(again.userId)
    expect((await exchange(mint({ ...person, sub: 'person-2' }))).userId).not.toBe(again.userId)
  })

  it("moves the visitor's assessments to the account", async () => {
    const client = new ApiClient(world.app)
    const { id } = await client.play('english', () => true)
    const { userId } = await exchange(mint(), client)
    const stored = await world.db.selectFrom('assessments').select('user_id').where('id', '=', id).executeTakeFirst()
    expect(stored?.user_id).toBe(userId)
  })

  it.each<[string, () => string]>([
    ['signed with another secret', () => mint({}, { secret: `${SECRET}!` })],
    ['not signed', () => mint({}, { alg: 'none' })],
    ['signed with another algorithm', () => mint({}, { alg: 'HS512', hash: 'sha512' })],
    ['with claims changed after signing', () => mint().replace(/\.[^.]+\./, `.${mint().split('.')[1]}.`)],
    ['expired', () => mint({ iat: now() - 200, exp: now() - 15 })],
    ['valid for longer than five minutes', () => mint({ exp: now() + 330 })],
    ['issued in the future', () => mint({ iat: now() + 60, exp: now() + 120 })],
    ['without an id', () => mint({ jti: undefined })],
    ['without an issue time', () => mint({ iat: undefined })],
    ['without an expiry', () => mint({ exp: undefined })],
    ['for nobody', () => mint({ sub: '' })],
    ['with a name that is not a string', () => mint({ nickname: 7 })],
    ["that isn't a JWT", () => 'token'],
  ])('refuses a token %s, and stores nothing', async (_, makeToken) => {
    const before = await storedAccounts(world)
    const { error, client } = await exchange(makeToken())
    expect(error).toEqual(EXPIRED)
    expect(client.cookies.sid).toBeFalsy()
    expect(await storedAccounts(world)).toEqual(before)
  })

  it('accepts a token once', async () => {
    const token = mint()
    expect((await exchange(token)).status).toBe(201)
    expect((await exchange(token)).error).toEqual(EXPIRED)
  })

  it('accepts a token once among simultaneous requests', async () => {
    const token = mint()
    const tries = await Promise.all(Array.from({ length: 4 }, () => exchange(token)))
    expect(tries.map(({ status }) => status).sort()).toEqual([201, 410, 410, 410])
  })

  it("exists only for the app's user agent, and doesn't use up tokens sent by other clients", async () => {
    const token = mint()
    expect((await exchange(token, undefined, { 'user-agent': 'Mozilla/5.0' })).error).toEqual([404, 'not_found'])
    expect((await exchange(token)).status).toBe(201)
  })

  it("doesn't exist without the secret", async () => {
    const off = await startTestApp()
    const { status } = await exchange(mint({}, { secret: '' }), new ApiClient(off.app))
    expect(status).toBe(404)
    await off.close()
  })
})
