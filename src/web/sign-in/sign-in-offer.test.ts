import { describe, expect, it } from 'vitest'
import { PROVIDERS } from '#contract/auth.ts'
import { isRefusedByGoogle, signInAddress, signInButtons } from './sign-in-offer.ts'

describe('the buttons of the sign-up wall (Specification §2)', () => {
  it.each([
    [null, PROVIDERS, false, ['google', 'facebook']],
    ['DE', PROVIDERS, false, ['google', 'facebook']],
    ['RU', PROVIDERS, false, ['google', 'facebook', 'vk']],
    ['CN', PROVIDERS, false, ['code']],
    ['CN', PROVIDERS, true, ['code']],
    ['DE', ['facebook'], false, ['facebook']],
    ['DE', ['vk'], false, ['code']],
    ['RU', ['vk'], false, ['vk']],
    ['DE', [], false, ['code']],
    ['DE', PROVIDERS, true, ['code', 'google', 'facebook']],
    ['RU', PROVIDERS, true, ['code', 'google', 'facebook', 'vk']],
  ] as const)('country %s, configured %j, inside an app %s: %j', (country, providers, isInApp, buttons) => {
    expect(signInButtons({ country, providers }, isInApp)).toEqual(buttons)
  })

  it.each([
    ['Mozilla/5.0 (iPhone) AppleWebKit MicroMessenger/8.0.50', true],
    ['Mozilla/5.0 (iPhone) [FBAN/FBIOS;FBAV/480.0]', true],
    ['Mozilla/5.0 (Linux; Android 16) Instagram 350.0', true],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0 Safari/537.36', false],
  ])('%s is refused by Google, %s', (userAgent, isRefused) => {
    expect(isRefusedByGoogle(userAgent)).toBe(isRefused)
  })
})

describe('where a button leads', () => {
  it('to our own sign-in with the page to return to; codes open our dialog', () => {
    expect(signInAddress('google', '/a?b=c', null)).toBe('/auth/google?next=%2Fa%3Fb%3Dc')
    expect(signInAddress('code', '/a', null)).toBeNull()
  })

  it('to the sign-in page of a connected marketplace, keeping its own query', () => {
    const page = 'https://www.market.example/login?from=quiz'
    const next = 'https://quiz.market.example/languageassessment/quiz?language=french'
    for (const [button, method] of [
      ['vk', 'vk'],
      ['code', 'email_or_phone'],
    ] as const) {
      const { origin, pathname, searchParams } = new URL(signInAddress(button, next, page) ?? '')
      expect([origin, pathname]).toEqual(['https://www.market.example', '/login'])
      expect(Object.fromEntries(searchParams)).toEqual({ from: 'quiz', next, method })
    }
  })
})
