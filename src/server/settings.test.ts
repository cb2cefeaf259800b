import { expect, it } from 'vitest'
import { readSettings } from './settings.ts'

it('lists all that is wrong in one message', () => {
  expect(() => readSettings({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/PORT.*LOG_LEVEL/s)
})

it('a marketplace beside us needs its cookie, its sign-in page and the address of its pages', () => {
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
})

it('in production, an https address needs the proxy that speaks it: without its word cookies would go without Secure', () => {
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
])('15.16: in production a placeholder is not a secret: %o', (setting) => {
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
