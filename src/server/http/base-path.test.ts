import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { startTestDemo, type TestApp } from '#harness/test-app.ts'

const HOST = 'https://localhost'
const BASE = '/learn/quiz'
const OVER_HTTPS = { host: 'localhost', 'x-forwarded-proto': 'https' }

let world: TestApp
let cookie: string
beforeAll(async () => {
  world = await startTestDemo({
    BASE_PATH: BASE,
    PUBLIC_URL: HOST,
    TRUSTED_PROXIES: '127.0.0.1',
    EMBED_ORIGINS: 'https://school.example',
    CONSENT: 'ask',
  })
  cookie = `__Secure-sid=${(await newAccount(world)).client.cookies.sid}`
})
afterAll(() => world.close())

const get = (url: string, headers = {}) => world.app.inject({ url, headers: { ...OVER_HTTPS, ...headers } })

/**
 * Where a page leads and what it loads, as a browser resolves it; what has no quotation mark around is in its styles.
 */
const addressesIn = (page: string, html: string) =>
  [...html.matchAll(/ (?:href|src|srcset|action)="([^"# ]+)|url\(([^)]+)\)/gi)].map(
    ([, named, drawn]) => new URL((named ?? drawn ?? '').replaceAll('&amp;', '&'), `${HOST}${page}`).href,
  )

it('pages lead to nothing of this host outside the base path, and everything they lead to is there', async () => {
  const pages = [urls.landing, urls.embedded, urls.demoAccounts, urls.demoMailbox, urls.teachers('french'), '/nothing']
  const waiting = new Set(pages.map((page) => `${BASE}${page}`))
  const outside: string[] = []
  const missing: string[] = []
  for (const page of waiting) {
    const { statusCode, body } = await get(page, { cookie })
    if (statusCode >= 400 && !page.endsWith('nothing')) missing.push(`${statusCode} ${page}`)
    for (const address of addressesIn(page, body)) {
      const { origin, pathname, search } = new URL(address)
      if (origin !== HOST) continue
      if (!pathname.startsWith(`${BASE}/`) || pathname.startsWith(`${BASE}${BASE}`)) outside.push(`${page}: ${address}`)
      else if (!/\/static\/|\/auth\/|hl=|\/v1\/consent/.test(address)) waiting.add(`${pathname}${search}`)
    }
  }
  expect(outside).toEqual([])
  // The built site alone has the scripts.
  expect(missing).toEqual([])
  expect([...waiting]).toEqual(
    expect.arrayContaining([urls.quiz, urls.account, urls.how, urls.terms].map((url) => `${BASE}${url}`)),
  )
})

it('redirects, cookies, links for others and the contract stay below it', async () => {
  expect((await get(BASE)).headers.location).toBe(`${BASE}${urls.landing}`)
  expect((await get(`${BASE}/?a=b`)).headers.location).toMatch(`${BASE}${urls.landing}`)
  const quiz = await get(`${BASE}${urls.quiz}?hl=de`)
  expect(quiz.headers['set-cookie']).toMatch(/^__Secure-hl=de; .*Path=\/learn\/quiz; .*Secure/)
  expect(quiz.body).toContain(`<html data-base="${BASE}" lang="de"`)
  expect(quiz.body).toContain(`rel="canonical" href="${HOST}${BASE}${urls.quiz}`)
  expect((await get(`${BASE}${urls.sitemap}`)).body).toContain(`<loc>${HOST}${BASE}${urls.landing}</loc>`)
  expect((await get(`${BASE}${urls.openapi}`)).json().servers).toEqual([{ url: BASE }])
  const signIn = await get(`${BASE}${urls.signInWith('google')}?next=${encodeURIComponent(urls.account)}`)
  const asked = new URL(String(signIn.headers.location))
  expect(asked.searchParams.get('redirect_uri')).toBe(`${HOST}${BASE}${urls.callback('google')}`)
})

it('nothing is served outside it but what probes ask for', async () => {
  for (const url of [urls.quiz, urls.openapi, `${urls.static}embed.js`, `${BASE}er${urls.quiz}`])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  for (const url of [urls.health, urls.ready, `${BASE}${urls.ready}`])
    expect([url, (await get(url)).statusCode]).toEqual([url, 200])
})
