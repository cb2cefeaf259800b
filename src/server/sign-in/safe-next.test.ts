import { describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { addressAfterFailure, addressAfterSignIn, safeNext, signInPage } from './safe-next.ts'

describe('next', () => {
  it.each([
    '/',
    '/languageassessment',
    '/languageassessment/quiz?language=french#result',
    '/languageassessment/report/abcDEF-_0123',
    '/account',
    '/languageassessment/accessibility',
    '/teacher/12/french',
    '/vocab/detail/7',
    '/languageassessment/quiz?u=%2F%2Fevil.example',
  ])('%s is one of our pages', (next) => {
    expect(safeNext(next)).toBe(next)
  })

  it.each([
    undefined,
    null,
    7,
    ['/account', '/account'],
    '',
    'account',
    'https://evil.example/',
    'HTTPS://evil.example/account',
    '//evil.example/account',
    '///evil.example/account',
    '/\\evil.example/account',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/account\r\nset-cookie: a=b',
    '/account\u0000',
    '/acc\u200bount',
    '/.//evil.example',
    '/..//evil.example',
    '/%2F/evil.example',
    '/%5cevil.example',
    '/@evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    ' /account',
    '/account ',
    '/account/../auth/google',
    '/auth/google?next=/account',
    '/auth/google/callback?code=1',
    '/v1/auth/codes',
    '/demo/accounts',
    '/static/x.html',
    '/languageassessment/embedded',
    '/languageassessment/takeover',
    '/languageassessment/report/abc/picture.png',
    '/teachers/french/x',
    `/teachers/${'x'.repeat(65)}`,
    '/account/',
    '/languageassessment/report/..%2f..%2fauth',
    `/account?${'x'.repeat(1100)}`,
    `/account?${'€'.repeat(120)}`,
  ])('%j leads to the quiz', (next) => {
    expect(safeNext(next)).toBe(urls.quiz)
  })

  it('adds the outcome to an existing query', () => {
    expect(addressAfterFailure('/languageassessment/quiz?language=french#x', 'failed', '')).toBe(
      '/languageassessment/quiz?language=french&sign_in=failed#x',
    )
    expect(addressAfterFailure('/account?sign_in=failed', 'cancelled', '')).toBe('/account?sign_in=cancelled')
  })
})

describe('signing in on a listed web path', () => {
  const MARKET = 'https://www.market.example'

  it.each([
    ['/', '/dashboard', '/dashboard'],
    ['/home', '/dashboard', '/dashboard'],
    ['/es/learn/spanish?x=1', '/dashboard', '/dashboard'],
    ['/campaign/summer?x=1', `${MARKET}/campaign/summer?x=1`, '/languageassessment/quiz?x=1'],
    ['/fr/business', `${MARKET}/fr/business`, '/languageassessment/quiz'],
    ['/account', '/account', '/account'],
    ['/languageassessment/quiz?language=french', ...Array(2).fill('/languageassessment/quiz?language=french')],
    ['/campaign', '/languageassessment/quiz', '/languageassessment/quiz'],
    ['//evil.example/home', '/languageassessment/quiz', '/languageassessment/quiz'],
    ['/..//', '/languageassessment/quiz', '/languageassessment/quiz'],
    ['/.//?a=1', '/languageassessment/quiz', '/languageassessment/quiz'],
    ['/learn/%2e%2e//', '/languageassessment/quiz', '/languageassessment/quiz'],
    ['/%2e%2e/%2e//evil.example', '/languageassessment/quiz', '/languageassessment/quiz'],
    ['/campaign/../..//evil.example', '/languageassessment/quiz', '/languageassessment/quiz'],
  ])('on %s leads to %s with a linked marketplace, else to %s', (page, external, alone) => {
    expect(addressAfterSignIn(signInPage(page), MARKET)).toBe(external)
    expect(addressAfterSignIn(signInPage(page), '')).toBe(alone)
  })

  it('leads back to it with the outcome when it fails', () => {
    for (const next of ['/..//', '/.//?a=1', '/learn/%2e%2e//'])
      expect(addressAfterFailure(signInPage(next), 'failed', MARKET)).toBe('/languageassessment/quiz?sign_in=failed')
    expect(addressAfterFailure('/home?x=1', 'cancelled', MARKET)).toBe(`${MARKET}/home?x=1&sign_in=cancelled`)
    expect(addressAfterFailure('/home', 'cancelled', '')).toBe('/languageassessment/quiz?sign_in=cancelled')
  })
})
