import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pages } from '#contract/pages.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import type { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let world: TestApp
let report: string
let owner: ApiClient
beforeAll(async () => {
  world = await startTestApp({ CONSENT: 'ask' })
  owner = (await newAccount(world, { nickname: 'Lena' })).client
  const attempt = await owner.play('french', () => true)
  const shared = await owner.send<{ report_id: string }>('POST', urls.reports, { assessment_id: attempt.id })
  report = shared.body.data.report_id
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}, app = world.app) => app.inject({ url, headers })
const addresses = () =>
  Object.values(pages).flatMap(({ address, isShared }) => (isShared ? [address.replace(':id', report)] : []))
const policyOf = ({ headers }: Awaited<ReturnType<typeof get>>) => String(headers['content-security-policy'])

describe('a page for visitors of whom nothing is known', () => {
  it('may be shared: it sets no cookie, names no nonce, and is the same each time', async () => {
    expect(addresses()).toHaveLength(6)
    for (const url of addresses()) {
      const [one, other] = [await get(url), await get(url)]
      expect([url, one.statusCode]).toEqual([url, 200])
      expect(one.headers['cache-control']).toBe('public, max-age=0, s-maxage=25, stale-while-revalidate=25')
      expect(one.headers.vary).toBe('Accept-Language, Cookie, Authorization, Sec-GPC')
      expect(one.headers['set-cookie']).toBeUndefined()
      expect(one.body).toBe(other.body)
      expect(one.body + policyOf(one)).not.toContain('nonce')
      expect((await world.app.inject({ method: 'HEAD', url })).headers['cache-control']).toBe(
        one.headers['cache-control'],
      )
    }
  })

  it('has a policy that allows what stands in it, the built scripts, and nothing else', async () => {
    for (const url of addresses()) {
      const page = await get(url)
      const hashes = [...page.body.matchAll(/<(style|script)>([\s\S]*?)<\/\1>/g)].map(([, tag, text = '']) => {
        return [tag, `'sha256-${createHash('sha256').update(text).digest('base64')}'`]
      })
      expect(hashes.filter(([tag]) => tag === 'style')).toHaveLength(1)
      for (const [tag, hash] of hashes)
        expect(policyOf(page)).toMatch(new RegExp(`${tag}-src [^;]*${hash?.replace(/[+/]/g, '\\$&')}`))
      const [, allowed = ''] = /script-src ([^;]*)/.exec(policyOf(page)) ?? []
      expect(allowed).toMatch(/(^| )http:\/\/localhost(:80)?\/static\/assets\/$/)
      expect(policyOf(page)).not.toMatch(/unsafe|strict-dynamic/)
    }
  })

  it('is in the language that the browser wants', async () => {
    for (const locale of ['de', 'ja', 'ar'])
      expect((await get(urls.how, { 'accept-language': locale })).body).toContain(`<html lang="${locale}"`)
  })
})

describe('a page is one visitor’s own', () => {
  const isOwn = async (url: string, headers: Record<string, string>, app = world.app) => {
    const page = await get(url, headers, app)
    expect([page.statusCode, String(page.headers['cache-control'])]).toEqual([200, expect.stringMatching(/^private/)])
    expect(policyOf(page)).toContain("'nonce-")
  }

  it.each<[sign: string, headers: Record<string, string>]>([
    ['a cookie', { cookie: 'theirs=1' }],
    ['an authorization', { authorization: 'Bearer x' }],
    ['Global Privacy Control', { 'sec-gpc': '1' }],
  ])('that comes with %s', async (_, headers) => {
    for (const url of addresses()) await isOwn(url, headers)
  })

  it('whose address has a query, which the page repeats', async () => {
    for (const url of addresses()) for (const query of ['?hl=de', '?x=1']) await isOwn(url + query, {})
  })

  it('that comes with the header of a marketplace’s session', async () => {
    const linked = await startTestApp({
      ...{ MARKETPLACE_API_URL: 'http://127.0.0.1:9', MARKETPLACE_SESSION_HEADER: 'X-Session', CONSENT: 'ask' },
      ...{ MARKETPLACE_SIGNIN_URL: 'https://example.com/sign-in', WEB_BASE_URL: 'https://example.com' },
    })
    await isOwn(urls.accessibility, { 'x-session': 'abc' }, linked.app)
    const { headers } = await get(urls.accessibility, {}, linked.app)
    expect(headers.vary).toContain('X-Session')
    expect(headers['cache-control']).toContain('public')
    await linked.close()
  })

  it('that makes a visitor of whoever has allowed events by default', async () => {
    const allowing = await startTestApp({ CONSENT: 'off' })
    const { headers } = await get(urls.landing, {}, allowing.app)
    expect(headers['set-cookie']).toBeDefined()
    expect(headers['cache-control']).toBe('private, no-cache')
    expect((await get(urls.how, {}, allowing.app)).headers['cache-control']).toContain('public')
    await allowing.close()
  })
})

it('a report that is withdrawn is shared no more', async () => {
  await owner.send('DELETE', urls.sharedReport(report))
  const gone = await get(urls.report(report))
  expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store'])
})
