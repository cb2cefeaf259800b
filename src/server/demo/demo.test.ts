import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Foundation, Login } from '#contract/profile.ts'
import { urls } from '#contract/urls.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, startTestDemo, type TestApp } from '#harness/test-app.ts'
import accounts from '../../../data/demo/accounts.json' with { type: 'json' }
import { seedAccounts } from './accounts.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestDemo()
})
afterAll(() => world.close())

const press = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'POST',
    url: urls.demoAccounts,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })

describe('the demo', () => {
  it.each(accounts.map(({ email, user, languages }) => [email, user, languages] as const))(
    'signs in as %s with one click',
    async (email, user, languages) => {
      const page = await world.app.inject(urls.demoAccounts)
      expect(page.body).toContain(`value="${email}"`)
      const reply = await press({ email })
      expect([reply.statusCode, reply.headers.location]).toEqual([303, urls.landing])
      const client = new ApiClient(world.app)
      for (const { name, value } of reply.cookies) client.setCookie(name, value)
      const login = await client.send<Login>('GET', urls.login)
      expect(login.body.data).toMatchObject({ nickname: user.nickname, country_id: user.country_id ?? null })
      const { body } = await client.send<Foundation>('GET', urls.foundation)
      expect(body.data.user.register_status).toBe(user.register_status)
      expect(body.data.language_list).toHaveLength(languages.length)
    },
  )

  it("sets a session cookie that scripts and other sites can't use", async () => {
    const { cookies } = await press({ email: 'new@demo.invalid' })
    const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 30 * 24 * 3600 }
    expect(cookies.find(({ name, value }) => name === 'sid' && value)).toMatchObject(attributes)
  })

  it('redirects only to our own pages', async () => {
    const email = 'new@demo.invalid'
    expect((await press({ email, next: '/languageassessment/quiz' })).headers.location).toBe(urls.quiz)
    expect((await press({ email, next: 'https://evil.example/' })).headers.location).toBe(urls.quiz)
    const page = await world.app.inject(`${urls.demoAccounts}?next=${encodeURIComponent('"><script>')}`)
    expect(page.body).not.toContain('<script>')
  })

  it('lets a signed-out visitor choose a country', async () => {
    const reply = await press({ country: 'RU' })
    expect(reply.cookies).toContainEqual(expect.objectContaining({ name: 'country_id', value: 'RU' }))
    expect(reply.cookies).toContainEqual(expect.objectContaining({ name: 'sid', value: '' }))
  })

  it('refuses other sites and unknown accounts', async () => {
    const before = await world.db.selectFrom('sessions').select('token_sha256').execute()
    expect((await press({ email: 'new@demo.invalid' }, { origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await press({ email: 'nobody@example.test' })).statusCode).toBe(404)
    expect((await press({})).statusCode).toBe(404)
    expect(await world.db.selectFrom('sessions').select('token_sha256').execute()).toEqual(before)
  })

  it('seeds once, keeps changes, and recreates a deleted account', async () => {
    const users = () => world.db.selectFrom('users').select(['id', 'nickname']).orderBy('id').execute()
    await world.db.updateTable('users').set({ nickname: 'Renamed' }).where('nickname', '=', 'Nina New').execute()
    const before = await users()
    await seedAccounts(world.db)
    expect(await users()).toEqual(before)
    await world.db.deleteFrom('users').where('nickname', '=', 'Renamed').execute()
    await seedAccounts(world.db)
    expect((await users()).map(({ nickname }) => nickname)).toContain('Nina New')
  })

  it('shows the codes that it sent', async () => {
    expect((await world.app.inject(urls.demoMailbox)).body).toContain('No code has been sent yet')
    const client = new ApiClient(world.app)
    await client.send('POST', urls.codes, { channel: 'email', target: 'mia@example.test' })
    await expect
      .poll(async () => (await world.app.inject(urls.demoMailbox)).body)
      .toMatch(/mia@example\.test<\/td><td>\d{6}</)
  })

  it('listens on this machine only', async () => {
    await expect(startTestDemo({ HOST: '0.0.0.0' })).rejects.toThrow('this machine only')
  })

  it("isn't part of the product", async () => {
    const product = await startTestApp()
    for (const url of [urls.demoAccounts, urls.demoMailbox])
      expect((await product.app.inject(url)).statusCode).toBe(404)
    await product.close()
  })
})

it('accepts only this machine’s host names, to prevent DNS rebinding', async () => {
  const demo = await startTestDemo()
  const statusOf = async (host: string) =>
    (await demo.app.inject({ url: urls.demoMailbox, headers: { host } })).statusCode
  const refused = [await statusOf('rebound.example'), await statusOf('localhost.evil.example:3000')]
  const served: number[] = []
  for (const host of ['localhost:3000', 'LOCALHOST', '127.0.0.1:3000', '[::1]:3000']) served.push(await statusOf(host))
  await demo.close()
  expect([refused, served]).toEqual([
    [421, 421],
    [200, 200, 200, 200],
  ])
})
