import { describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { safeNext, withOutcome } from './safe-next.ts'

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
    '/insights/items/french/12',
    '/languageassessment/quiz?u=%2F%2Fevil.example',
  ])('%s is a page of ours', (next) => {
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
    '/insights/funnel.csv',
    '/account/',
    '/languageassessment/report/..%2f..%2fauth',
    `/account?${'x'.repeat(1100)}`,
  ])('%j leads to the quiz', (next) => {
    expect(safeNext(next)).toBe(urls.quiz)
  })

  it('carries the outcome beside what is there', () => {
    expect(withOutcome('/languageassessment/quiz?language=french#x', 'failed')).toBe(
      '/languageassessment/quiz?language=french&sign_in=failed#x',
    )
    expect(withOutcome('/account?sign_in=failed', 'cancelled')).toBe('/account?sign_in=cancelled')
  })
})
