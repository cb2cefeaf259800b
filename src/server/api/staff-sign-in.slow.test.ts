import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { FetchBrowser } from '#harness/peers/fetch-browser.ts'
import { type FaultyGoogle, startFaultyGoogle } from '#harness/peers/google.ts'
import { besideMarketplace, type StandInMarketplace, startMarketplace } from '#harness/peers/marketplace.ts'
import { reachCallback, whoIs } from '#harness/peers/sign-in.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

describe('staff beside a linked marketplace', () => {
  let issuer: FaultyGoogle
  let market: StandInMarketplace
  let world: TestApp & { base: string }
  let settings: Record<string, string>
  beforeAll(async () => {
    ;[issuer, market] = await Promise.all([startFaultyGoogle(), startMarketplace()])
    settings = {
      ...besideMarketplace(market.url),
      CODE_PEPPER: 'a pepper for tests',
      STAFF_ISSUER: issuer.url,
      STAFF_CLIENT_ID: issuer.client.id,
      STAFF_CLIENT_SECRET: issuer.client.secret,
      STAFF_SCOPES: 'openid email profile',
      STAFF_EMAILS: 'Desk@example.test',
      STAFF_CLAIM: 'name=Chief Editor',
    }
    const app = await startTestApp(settings)
    world = { ...app, base: await app.app.listen({ port: 0, host: '127.0.0.1' }) }
  })
  beforeEach(() => {
    issuer.person = { id: 'desk', email: 'desk@example.test' }
  })
  afterAll(async () => {
    await Promise.all([issuer.close(), market.close()])
    await world.close()
  })

  const insights = (browser: FetchBrowser) => browser.visit(`${world.base}${urls.insights}?language=french`)
  const signIn = async (browser: FetchBrowser) =>
    browser.visit(await reachCallback(world, browser, 'staff', urls.insights))
  const cookieOf = (browser: FetchBrowser) => browser.cookie(world.base, 'staff') as string

  it('are led there by a short address, however long the one is that they ask for', async () => {
    const { status, location } = await new FetchBrowser().visit(`${world.base}${urls.insights}?${'&'.repeat(7000)}`)
    expect([status, location]).toEqual([302, `${urls.signInWith('staff')}?next=${encodeURIComponent(urls.quiz)}`])
  })

  it('are led from their page to the issuer and back, and get no account', async () => {
    const browser = new FetchBrowser()
    const asked = await insights(browser)
    expect([asked.status, asked.location]).toEqual([
      302,
      `${urls.signInWith('staff')}?next=%2Finsights%3Flanguage%3Dfrench`,
    ])
    const start = new URL(asked.location as string, world.base).href
    const callback = await browser.follow(start, (address) => !address.startsWith(`${world.base}/`))
    const done = await browser.visit(callback.location as string)
    expect([done.status, done.location]).toEqual([302, `${urls.insights}?language=french`])
    expect(done.headers.getSetCookie().find((one) => one.startsWith('staff='))).toMatch(
      /; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect((await insights(browser)).status).toBe(200)
    expect(await whoIs(world, browser)).toBeUndefined()
    expect(await world.db.selectFrom('users').select('id').execute()).toEqual([])
  })

  it('sign out by the form on their page, and only from there, which ends the session for every copy of its cookie', async () => {
    const browser = new FetchBrowser()
    await signIn(browser)
    const staff = cookieOf(browser)
    const page = await world.app.inject({ url: urls.insights, cookies: { staff } })
    expect(page.body).toMatch(/<form [^>]*action="\/insights\/sign-out" method="post"><button/)
    const send = (site: string) =>
      world.app.inject({
        method: 'POST',
        url: urls.staffSignOut,
        cookies: { staff },
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
      })
    const [foreign, own] = [await send('cross-site'), await send('same-origin')]
    expect([foreign.statusCode, foreign.headers['set-cookie']]).toEqual([403, undefined])
    expect([own.statusCode, own.headers.location]).toEqual([303, urls.landing])
    expect(own.cookies.find(({ name }) => name === 'staff')).toMatchObject({ value: '', path: '/' })
    expect((await world.app.inject({ url: urls.insights, cookies: { staff } })).statusCode).toBe(302)
    expect((await send('same-origin')).statusCode).toBe(303)
    const again = new FetchBrowser()
    await signIn(again)
    expect((await insights(again)).status).toBe(200)
  })

  it('begin to sign in from our pages alone: another site that leads to their page gets a link there', async () => {
    await world.db.deleteFrom('oauth_transactions').execute()
    const ask = (url: string, site: string) => world.app.inject({ url, headers: { 'sec-fetch-site': site } })
    for (const site of ['cross-site', 'same-site'])
      expect((await ask(urls.signInWith('staff'), site)).statusCode).toBe(403)
    const led = await ask(`${urls.insights}?language=french`, 'cross-site')
    const link = `${urls.signInWith('staff')}?next=%2Finsights%3Flanguage%3Dfrench`
    expect([led.statusCode, led.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(led.body).toContain(`href="${link}"`)
    expect(await world.db.selectFrom('oauth_transactions').select('state_sha256').execute()).toEqual([])
    expect((await ask(link, 'same-origin')).headers.location).toContain(issuer.url)
  })

  it('may have the claim in place of a listed address', async () => {
    issuer.person = { id: 'chief', name: 'Chief Editor' }
    const browser = new FetchBrowser()
    await signIn(browser)
    expect((await insights(browser)).status).toBe(200)
  })

  it.each([
    ['whose address is not listed', { email: 'someone@example.test' }],
    ['with an empty address', { email: '' }],
    ['whose address only folds into a listed one', { email: 'des\u212a@example.test' }],
    ['whose address is not verified', { email: 'desk@example.test', isEmailUnverified: true }],
    ['with another claim', { name: 'Chief Editors' }],
  ])('somebody %s is refused', async (_, person) => {
    issuer.person = { id: 'else', ...person }
    const browser = new FetchBrowser()
    expect((await signIn(browser)).status).toBe(403)
    expect([cookieOf(browser), (await insights(browser)).status]).toEqual([undefined, 302])
  })

  it('are out with a changed cookie, and at once when their address is no longer listed or the claim is another', async () => {
    const browser = new FetchBrowser()
    await signIn(browser)
    const cookie = cookieOf(browser)
    const status = async ({ app }: TestApp, staff: string) =>
      (await app.inject({ url: urls.insights, cookies: { staff } })).statusCode
    expect(await status(world, cookie)).toBe(200)
    for (const changed of [
      cookie.replace(/^./, '9'),
      cookie.replace('.', '.61'),
      cookie.slice(0, -1),
      cookie.replace(/.$/, 'é'),
      'x~y',
      '',
    ])
      expect(await status(world, changed)).toBe(302)
    const later = await startTestApp({ ...settings, STAFF_EMAILS: 'other@example.test' })
    expect(await status(later, cookie)).toBe(302)
    await later.close()
    issuer.person = { id: 'chief', name: 'Chief Editor' }
    const chief = new FetchBrowser()
    await signIn(chief)
    const other = await startTestApp({ ...settings, STAFF_CLAIM: 'name=Editor' })
    expect([await status(world, cookieOf(chief)), await status(other, cookieOf(chief))]).toEqual([200, 302])
    await other.close()
  })
})
