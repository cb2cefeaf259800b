import { describe, expect, it } from 'vitest'
import { PROVIDERS } from '#contract/auth.ts'
import { isRefusedByGoogle, signInButtons } from './sign-in-offer.ts'

describe('the buttons of the sign-up wall (Specification §2, design §7)', () => {
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
  ])('%s is refused by Google: %s', (userAgent, isRefused) => {
    expect(isRefusedByGoogle(userAgent)).toBe(isRefused)
  })
})
