import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/db/connection/open.ts'
import { choice, list, number, type Setting, text } from './entry.ts'
import { envExample } from './env-example.ts'
import { readSettings } from './read.ts'
import { settings, topics } from './settings.ts'

/** All errors in an environment, one line each. */
function settingsErrors(environment: Record<string, string>): string[] {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    return (error as Error).message.split('\n').slice(1)
  }
}

/** The error messages of a setting for a value. */
function errorsOf(setting: Setting, given: string): string[] {
  const errors: string[] = []
  setting.read(given, (words) => errors.push(words))
  return errors
}

const secrets = Object.entries(settings).filter(([, { isSecret }]) => isSecret)

it('.env.example matches the entries (npm run fix regenerates it)', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(envExample())
})

it('every setting is in one topic, and requires only settings that are empty by default', () => {
  const names = Object.values(topics).flatMap((entries) => Object.keys(entries))
  expect(names).toEqual(Object.keys(settings))
  expect(names.filter((name) => !/^[A-Z]+(_[A-Z]+)*$/.test(name))).toEqual([])
  const needed = Object.values(settings).flatMap(({ needs = [] }) => needs.flat())
  expect(needed.filter((name) => settings[name as keyof typeof settings]?.default !== '')).toEqual([])
})

it("a malformed value is rejected with its entry's description, without being repeated", () => {
  const form = { pattern: /^\d+$/, words: 'digits' }
  const help = ''
  expect(errorsOf(text({ form, help }), 'abc')).toEqual(['must be digits; or empty'])
  expect(errorsOf(text({ form, help, default: '1' }), 'abc')).toEqual(['must be digits'])
  expect(errorsOf(list({ form, help, default: '1', mayBeNone: true }), '1,abc')).toEqual(['must be digits; or none'])
  expect(errorsOf(list({ form, help }), ' , ')).toEqual(['must be digits; or empty'])
  expect(errorsOf(number({ default: 2, from: 1, to: 3, help }), '2.5')).toEqual(['must be a whole number from 1 to 3'])
  expect(errorsOf(choice(['on', 'off'], { default: 'off', help }), 'abc')).toEqual(['must be one of on, off'])
})

it('a list is normalized: no spaces, no empty items, and no "none"', () => {
  const given = { EMBED_ORIGINS: 'https://a.example , https://b.example,' }
  expect(readSettings(given)).toMatchObject({
    EMBED_ORIGINS: ['https://a.example', 'https://b.example'],
    TRUSTED_PROXIES: [],
    MARKETPLACE_SIGNIN_PROVIDERS: ['google', 'facebook', 'vk'],
  })
  const none = { MARKETPLACE_SIGNIN_PROVIDERS: 'none', WECHAT_SIGN_IN_PAGE: 'none' }
  expect(readSettings(none)).toMatchObject({ MARKETPLACE_SIGNIN_PROVIDERS: [], WECHAT_SIGN_IN_PAGE: '' })
})

it.each(secrets)('%s can come from a file, appears in no error, and requires its partner', (name, { needs = [] }) => {
  expect(settingsErrors({ [`${name}_FILE`]: '/no/such/file' }).join()).toContain(`${name}_FILE: can't read the file`)
  const errors = settingsErrors({ [name]: 'hidden é' })
  expect(errors.join()).not.toContain('hidden')
  for (const need of needs.flat()) expect(errors).toContain(`  ${need}: is required with ${name}`)
})

it('lists all errors in one message', () => {
  expect(() => readSettings({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/PORT.*LOG_LEVEL/s)
})

it('a linked marketplace needs its cookie, its sign-in page and the URL of its pages', () => {
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
  expect(readSettings(given)).toMatchObject({
    ...given,
    MARKETPLACE_SESSION_COOKIE: ['session'],
    MARKETPLACE_ONBOARDING_PATH: '/v2/me/onboarding',
  })
  const ours = {
    MARKETPLACE_SESSION_COOKIE: 'session, __Host-visitor',
    MARKETPLACE_COOKIES: '__Secure-assessment_french',
    MARKETPLACE_SESSION_HEADER: 'Host',
    MARKETPLACE_SECRET_HEADER: 'host',
    MARKETPLACE_SECRET: 'x',
  }
  expect(settingsErrors({ ...given, ...ours })).toEqual([
    expect.stringContaining('MARKETPLACE_SESSION_COOKIE: __Host-visitor is'),
    expect.stringContaining('MARKETPLACE_COOKIES: __Secure-assessment_french is'),
    expect.stringContaining("MARKETPLACE_SESSION_HEADER: Host can't"),
    expect.stringContaining("MARKETPLACE_SECRET_HEADER: host can't"),
    expect.stringContaining('MARKETPLACE_SECRET_HEADER: is also'),
  ])
})

it('in production, an https URL requires a trusted proxy, because cookies would lack Secure otherwise', () => {
  const given = { PUBLIC_URL: 'https://quiz.example', DATABASE_URL: 'postgresql://localhost/quiz' }
  const production = { isProduction: true }
  expect(() => readSettings(given, production)).toThrow('TRUSTED_PROXIES: is required with an https PUBLIC_URL')
  expect(readSettings({ ...given, TRUSTED_PROXIES: '10.0.0.1' }, production).PUBLIC_URL).toBe(given.PUBLIC_URL)
})

const PRODUCTION = { PUBLIC_URL: 'http://127.0.0.1:3000', DATABASE_URL: 'postgresql://localhost/quiz' }

it('in production, the public URL is required', () => {
  expect(() => readSettings({}, { isProduction: true })).toThrow('PUBLIC_URL: is required')
  expect(readSettings(PRODUCTION, { isProduction: true }).PUBLIC_URL).toBe(PRODUCTION.PUBLIC_URL)
})

it('a service for visitors requires a sign-in method, and the message lists all', () => {
  const served = { isProduction: true, isForVisitors: true }
  expect(() => readSettings(PRODUCTION, served)).toThrow(
    'SMTP_URL: is required, or one of SMS_URL, GOOGLE_CLIENT_ID, FACEBOOK_CLIENT_ID, VK_CLIENT_ID, MARKETPLACE_API_URL:',
  )
  for (const way of [
    { SMTP_URL: 'smtp://mail.example.com' },
    { SMS_URL: 'https://sms.example.com' },
    { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' },
    { VK_CLIENT_ID: 'id' },
  ])
    expect(() => readSettings({ ...PRODUCTION, ...way }, served)).not.toThrow()
  expect(() => readSettings(PRODUCTION, { isProduction: true })).not.toThrow()
})

it.each([
  { CODE_PEPPER: 'change-me-to-16-or-more' },
  { DATABASE_URL: 'postgresql://quiz:change-me@postgres:5432/quiz' },
  { APP_TOKEN_SECRET: `CHANGEME${'x'.repeat(32)}` },
])('in production, a placeholder is rejected as a secret: %o', (setting) => {
  expect(() => readSettings({ ...PRODUCTION, ...setting }, { isProduction: true })).toThrow(
    `${Object.keys(setting)}: still contains a placeholder`,
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

it("an address can't contain a password, which would be logged, unless the setting is a secret", () => {
  const accepts = ({ read, isSecret }: Setting, text: string) => {
    let isRight = !isSecret
    read(text, () => {
      isRight = false
    })
    return isRight
  }
  const PLACES = ['host.example', 'host.example/', 'host.example/path']
  const found = Object.entries(settings).filter(([, setting]) =>
    PLACES.some((place) => accepts(setting, `https://${place}`) && !accepts(setting, 'address')),
  )
  expect(found.length).toBeGreaterThan(8)
  for (const [name, setting] of found)
    for (const place of PLACES)
      for (const user of ['user:s3cret@', 'user@', ':@', '/user:s3cret@', '\\user:s3cret@', 'a:b@c@'])
        expect([name, user, accepts(setting, `https://${user}${place}`)]).toEqual([name, user, false])
})

it('every rejected setting is named with its allowed values in words, never its pattern', () => {
  let refused = 0
  for (const name of Object.keys(settings)) {
    const value = name.includes('SECRET') || name === 'CODE_PEPPER' ? 'é !' : ' wrong <"> '
    const line = settingsErrors({ [name]: value }).find((one) => one.startsWith(`  ${name}: `))
    if (!line) continue
    refused += 1
    expect(line).toMatch(/: (must be \S.{3,}|is required with .+|.+ is neither .+)$/)
    expect(line).not.toMatch(/pattern|undefined|\^|\[|\$/)
  }
  expect(refused).toBeGreaterThan(52)
})

it.each([
  'CODE_PEPER_FILE',
  'CODES_PER_TARGT',
  'EMBED_ORIGINS_FILE',
  'MAILS_PER_HOUR',
  'MARKETPLACE_URL',
  'SMS_PER_HOUR',
])('%s looks like our setting but is unknown', (name) => {
  expect(() => readSettings({ [name]: '1' })).toThrow(`${name}: unknown setting`)
})

it.each(['HOSTNAME', 'POSTGRES_PASSWORD', 'SMTP_USER', 'MARKETPLACE_SERVICE_HOST', 'MARKETPLACE_PORT_80_TCP'])(
  '%s is not our setting',
  (name) => {
    expect(() => readSettings({ [name]: '1' })).not.toThrow()
  },
)

it.each([
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
  ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  ['WECHAT_APP_ID', 'WECHAT_APP_SECRET'],
  ['VK_CLIENT_SECRET', 'VK_CLIENT_ID'],
  ['SMS_TOKEN', 'SMS_URL'],
  ['EVENTS_COLLECTOR_TOKEN', 'EVENTS_COLLECTOR_URL'],
])('%s is rejected without %s', (set, missing) => {
  expect(() => readSettings({ [set]: 'abc' })).toThrow(`${missing}: is required with ${set}`)
})

it('a secret can be read from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-settings-'))
  const path = join(folder, 'pepper')
  writeFileSync(path, 'from the file, long enough\n')
  expect(readSettings({ CODE_PEPPER_FILE: path }).CODE_PEPPER).toBe('from the file, long enough')
  const both = { CODE_PEPPER_FILE: path, CODE_PEPPER: 'another one that is long enough' }
  expect(() => readSettings(both)).toThrow('CODE_PEPPER_FILE: CODE_PEPPER is also set')
  expect(() => readSettings({ CODE_PEPPER_FILE: `${path}.no` })).toThrow(
    "CODE_PEPPER_FILE: can't read the file: ENOENT",
  )
  rmSync(folder, { recursive: true })
})

it('the message names the setting if the database refuses', async () => {
  const settings = readSettings({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })
  await expect(openDatabase(settings)).rejects.toThrow(/^DATABASE_URL: .*ECONNREFUSED/)
})
