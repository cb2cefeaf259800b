import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { ask } from './tour.ts'
import { NOWHERE, ORIGIN, startWholeApp, type WholeApp } from './whole-app.ts'

const HOSTS = [
  'evil.example',
  'evil。example',
  'quiz.example.evil.example',
  'quiz.example@evil.example',
  '[::1]',
  '3232235777',
]
const BEFORE = [
  '//',
  '///',
  '////',
  '/\\',
  '\\\\',
  '\\/',
  '/\t/',
  '/\n/',
  '/\r\n/',
  '/ /',
  '/%09/',
  '/%2f/',
  '/%5c',
  '/.//',
  '/..//',
  '/./\\',
  'https://',
  'HTTPS://',
  'https:',
  'https:/',
  'https:\\\\',
  'http://',
  '//\\',
  '/\u3000/',
  '/\u2044/',
  '/\uff0f/',
  '\u0000//',
  ' //',
  '\t//',
  '@',
  '/@',
  '//quiz.example@',
  '//quiz.example:443@',
  '/account//',
  '/account/..//',
  '/languageassessment/../..//',
  'javascript://',
  'data:text/html,',
  'vbscript:',
  'file://',
  'blob:',
  'ftp://',
  'ws://',
  'about:',
  '?next=//',
  '#//',
  ';//',
  './/',
  '../',
]
const WHOLE = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '/account\r\nlocation: https://evil.example',
  '/account\u0000//evil.example',
  '/auth/google?next=//evil.example',
  '/v1/account',
  '/static/../account',
  '/languageassessment/report/../../auth/vk',
]

/** Known open-redirect payloads (OWASP's cheat sheet, recent reports). */
const CORPUS = [...BEFORE.flatMap((start) => HOSTS.map((host) => `${start}${host}`)), ...WHOLE]

let world: WholeApp
beforeAll(async () => {
  world = await startWholeApp()
})
afterAll(() => world.close())

it(`v5.0.0-1.2.2, 3.7.2: none of ${CORPUS.length} URLs leads away from this site`, async () => {
  expect(CORPUS.length).toBeGreaterThan(300)
  for (const next of CORPUS) {
    const payload = new URLSearchParams({ choice: 'allowed', next }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, headers: reply } = await ask(world, { method: 'POST', url: urls.consent, payload, headers })
    if (next.includes('\0')) {
      expect(status).toBe(400)
      continue
    }
    expect(status).toBe(303)
    const to = new URL(String(reply.location), ORIGIN)
    expect([next, to.origin, to.pathname.startsWith('/auth')]).toEqual([next, ORIGIN, false])
    expect(String(reply.location)).toMatch(/^\/(?![/\\])/)
  }
})

it('v5.0.0-1.2.2: a sign-in goes to the configured provider and keeps its return address in the database', async () => {
  // A NUL in any address is refused before it is read.
  const corpus = CORPUS.filter((next) => !next.includes('\0'))
  for (const next of corpus.filter((_, index) => index % 9 === 0)) {
    const query = `next=${encodeURIComponent(next)}&redirect_uri=https://evil.example&state=evil`
    const { headers } = await ask(world, { url: `${urls.signInWith('vk')}?${query}` })
    const to = new URL(String(headers.location))
    expect(to.href).toContain(`${NOWHERE}/vk/authorize?`)
    expect(to.searchParams.get('redirect_uri')).toBe(`${ORIGIN}${urls.callback('vk')}`)
    expect(to.href).not.toContain('evil')
  }
  const rows = await world.db.selectFrom('oauth_transactions').select('next').execute()
  expect(rows.filter(({ next }) => new URL(next, ORIGIN).origin !== ORIGIN)).toEqual([])
})

it('v5.0.0-1.2.2: no page contains a URL from an untrusted Host', async () => {
  for (const url of [urls.landing, urls.quiz, urls.sitemap, urls.robots]) {
    const { body } = await ask(world, { url, headers: { 'x-forwarded-host': 'evil.example', host: 'evil.example' } })
    expect(body).not.toContain('evil.example')
  }
})
