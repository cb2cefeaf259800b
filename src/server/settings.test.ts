import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from './db/open.ts'
import { readSettings } from './settings.ts'

it('lists all problems in one message', () => {
  expect(() => readSettings({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/PORT.*LOG_LEVEL/s)
})

it('an external marketplace needs its cookie, its sign-in page and the URL of its pages', () => {
  const MARKETPLACE_API_URL = 'https://api.market.example'
  expect(() => readSettings({ MARKETPLACE_API_URL })).toThrow(
    /MARKETPLACE_SESSION_COOKIE: is required.*MARKETPLACE_SIGNIN_URL.*WEB_BASE_URL/s,
  )
  const given = {
    MARKETPLACE_API_URL,
    MARKETPLACE_SESSION_COOKIE: 'session',
    MARKETPLACE_SIGNIN_URL: 'https://www.market.example/login?from=quiz',
    WEB_BASE_URL: 'https://www.market.example',
  }
  expect(readSettings(given)).toMatchObject({ ...given, MARKETPLACE_ONBOARDING_PATH: '/v2/me/onboarding' })
  expect(() =>
    readSettings({
      ...given,
      MARKETPLACE_SESSION_COOKIE: 'session, __Host-visitor',
      MARKETPLACE_COOKIES: '__Secure-attempt_french',
      MARKETPLACE_SESSION_HEADER: 'Host',
      MARKETPLACE_SECRET_HEADER: 'host',
      MARKETPLACE_SECRET: 'x',
    }),
  ).toThrow(
    /_SESSION_COOKIE: __Host-visitor is.*_COOKIES: __Secure-attempt_french is.*_SESSION_HEADER: Host cannot.*_SECRET_HEADER: host cannot.*_SECRET_HEADER: is the visitor’s/s,
  )
})

it('in production, an https URL needs its trusted proxy: otherwise cookies would lack Secure', () => {
  const given = { PUBLIC_URL: 'https://quiz.example', ALLOW_PGLITE: '1' }
  const production = { isProduction: true }
  expect(() => readSettings(given, production)).toThrow('TRUSTED_PROXIES: is required with an https PUBLIC_URL')
  expect(readSettings({ ...given, TRUSTED_PROXIES: '10.0.0.1' }, production).PUBLIC_URL).toBe(given.PUBLIC_URL)
})

const PRODUCTION = { PUBLIC_URL: 'http://127.0.0.1:3000', ALLOW_PGLITE: '1' }

it('15.10: in production the public address is required', () => {
  expect(() => readSettings({ ALLOW_PGLITE: '1' }, { isProduction: true })).toThrow('PUBLIC_URL: is required')
  expect(readSettings(PRODUCTION, { isProduction: true }).PUBLIC_URL).toBe(PRODUCTION.PUBLIC_URL)
})

it.each([
  { CODE_PEPPER: 'change-me-to-16-or-more' },
  { DATABASE_URL: 'postgresql://quiz:change-me@postgres:5432/quiz' },
  { APP_TOKEN_SECRET: `CHANGEME${'x'.repeat(32)}` },
])('15.16: in production a placeholder is refused as a secret: %o', (setting) => {
  expect(() => readSettings({ ...PRODUCTION, ...setting }, { isProduction: true })).toThrow(
    `${Object.keys(setting)}: still has a placeholder`,
  )
  expect(() => readSettings(setting)).not.toThrow()
})

it.each([
  { MARKETPLACE_SESSION_COOKIE: 'a b' },
  { MARKETPLACE_SIGNIN_URL: 'javascript:alert(1)' },
  { MARKETPLACE_SIGNIN_PROVIDERS: 'google,apple' },
  { MARKETPLACE_ONBOARDING_PATH: '/a/../b?c' },
  { MARKETPLACE_ONBOARDING_PATH: '//elsewhere.example' },
])('refuses %o', (setting) => {
  expect(() => readSettings(setting)).toThrow('Invalid settings')
})

it('names every fault of OIDC_PROVIDERS by entry and field, and no secret', () => {
  const good = { id: 'line', name: 'LINE', issuer: 'https://access.line.me', client_id: '1', client_secret: 'hidden' }
  const faultsOf = (list: unknown) => {
    try {
      readSettings({ OIDC_PROVIDERS: typeof list === 'string' ? list : JSON.stringify(list) })
      return []
    } catch (error) {
      expect((error as Error).message).not.toContain('hidden')
      return (error as Error).message.split('\n').slice(1)
    }
  }
  expect(faultsOf([good, { ...good, id: 'kakao', scopes: 'openid', countries: ['KR'] }])).toEqual([])
  expect(faultsOf('[{"client_secret":"hidden"')[0]).toContain('must be a JSON list')
  const { client_id: _, ...without } = good
  const lines = faultsOf([
    { ...without, id: 'first', issuer: 'line', icon: 'x' },
    good,
    good,
    { ...good, id: 'vk' },
    { ...good, id: 'kakao', client_secret_file: 'x' },
    null,
  ])
  expect(lines.map((line) => line.replace(/^ {2}OIDC_PROVIDERS: (.*?)( must be.*|;.*)?$/, '$1')).sort()).toEqual(
    [
      'entry 1: client_id',
      'entry 1: issuer',
      'entry 1: there is no field icon',
      'entry 3: the id line is used twice',
      'entry 4: the id vk is taken',
      'entry 5: give client_secret or client_secret_file, not both',
      'entry 6',
    ].sort(),
  )
})

const SETTINGS = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)

it('19.15: every setting that is refused is named, with what is allowed in words, never its pattern', () => {
  let refused = 0
  for (const name of SETTINGS) {
    const value = name.includes('SECRET') || name === 'CODE_PEPPER' ? 'é !' : ' wrong <"> '
    try {
      readSettings({ [name]: value })
    } catch (error) {
      const line = (error as Error).message.split('\n').find((one) => one.startsWith(`  ${name}: `))
      if (!line) continue
      refused += 1
      expect(line).toMatch(/: (must be \S.{3,}|is required with .+|.+ is neither .+)$/)
      expect(line).not.toMatch(/pattern|undefined|\^|\[|\$/)
    }
  }
  expect(refused).toBeGreaterThan(80)
})

it.each([
  ['DATABASE_URI', 'DATABASE_URL'],
  ['GOOGLE_CLIENT_SECERT', 'GOOGLE_CLIENT_SECRET'],
  ['TRUSTED_PROXY', undefined],
  ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ['CODE_PEPER_FILE', 'CODE_PEPPER_FILE'],
  ['Public_Url', 'PUBLIC_URL'],
  ['HOSTNAME', undefined],
  ['POSTGRES_PASSWORD', undefined],
  ['SMTP_USER', undefined],
])('19.15: %s is a misspelling of %s', (name, meant) => {
  const read = () => readSettings({ [name]: '1' })
  if (meant) expect(read).toThrow(`${name}: there is no such setting; did you mean ${meant}?`)
  else expect(read).not.toThrow()
})

it.each([
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
  ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  ['WECHAT_APP_ID', 'WECHAT_APP_SECRET'],
  ['VK_CLIENT_SECRET', 'VK_CLIENT_ID'],
  ['SMS_TOKEN', 'SMS_URL'],
  ['EVENTS_SINK_TOKEN', 'EVENTS_SINK_URL'],
])('19.15: %s is refused without %s', (set, missing) => {
  expect(() => readSettings({ [set]: 'abc' })).toThrow(`${missing}: is required with ${set}`)
})

it('19.15: a secret may stand in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-settings-'))
  const path = join(folder, 'pepper')
  writeFileSync(path, 'from the file, long enough\n')
  expect(readSettings({ CODE_PEPPER_FILE: path }).CODE_PEPPER).toBe('from the file, long enough')
  const both = { CODE_PEPPER_FILE: path, CODE_PEPPER: 'another one that is long enough' }
  expect(() => readSettings(both)).toThrow('CODE_PEPPER_FILE: CODE_PEPPER is set too')
  expect(() => readSettings({ CODE_PEPPER_FILE: `${path}.no` })).toThrow(
    'CODE_PEPPER_FILE: the file cannot be read: ENOENT',
  )
  rmSync(folder, { recursive: true })
})

it('19.15: where the database refuses, the message names the setting', async () => {
  const settings = readSettings({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })
  await expect(openDatabase(settings)).rejects.toThrow(/^DATABASE_URL: .*ECONNREFUSED/)
})
