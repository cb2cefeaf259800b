import { describe, expect, it } from 'vitest'
import { CODE_CHANNELS, PROVIDERS } from '#contract/sign-in.ts'
import { codeWays, isRefusedByGoogle, signInAddress, signInButtons } from './sign-in-offer.ts'

describe('the buttons of the sign-up wall (Specification §2)', () => {
  it.each([
    [null, PROVIDERS, ['google', 'facebook']],
    ['DE', PROVIDERS, ['google', 'facebook']],
    ['RU', PROVIDERS, ['google', 'facebook', 'vk']],
    ['CN', PROVIDERS, ['code']],
    ['DE', ['facebook'], ['facebook']],
    ['DE', ['vk'], []],
    ['RU', ['vk'], ['vk']],
    ['DE', [], []],
    ['CN', [], ['code']],
  ] as const)('country %s, configured %j: %j', (country, providers, buttons) => {
    expect(signInButtons({ country, providers, codeChannels: CODE_CHANNELS })).toEqual(buttons)
  })

  it("in China are the same as elsewhere if codes can't be sent", () => {
    expect(signInButtons({ country: 'CN', providers: PROVIDERS, codeChannels: [] })).toEqual(['google', 'facebook'])
  })

  it.each([
    [['email', 'phone'], 'both'],
    [['email'], 'email'],
    [['phone'], 'phone'],
    [[], null],
  ] as const)('codes by %j: %s', (codeChannels, ways) => {
    expect(codeWays({ codeChannels })).toBe(ways)
  })

  it.each([
    ['Mozilla/5.0 (iPhone) AppleWebKit MicroMessenger/8.0.50', true],
    ['Mozilla/5.0 (iPhone) [FBAN/FBIOS;FBAV/480.0]', true],
    ['Mozilla/5.0 (Linux; Android 16) Instagram 350.0', true],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0 Safari/537.36', false],
  ])('%s is refused by Google: %s', (userAgent, isRefused) => {
    expect(isRefusedByGoogle(userAgent)).toBe(isRefused)
  })
})

describe('the address of a button', () => {
  it('is our own sign-in with the return page; codes open our dialog', () => {
    expect(signInAddress('google', '/a?b=c', null)).toBe('/auth/google?next=%2Fa%3Fb%3Dc')
    expect(signInAddress('code', '/a', null)).toBeNull()
  })

  it('is the sign-in page of a linked marketplace, with its own query', () => {
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
