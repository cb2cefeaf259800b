import { expect, it } from 'vitest'
import { type EnvironmentSigns, environmentOf } from './environment.ts'

const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const WECHAT = `${SAFARI} MicroMessenger/8.0.50(0x18003231) NetType/WIFI Language/zh_CN`

const rows: [string, string, Omit<EnvironmentSigns, 'isMobileApp'> & { isMobileApp?: boolean }][] = [
  ['browser', 'a browser', { userAgent: SAFARI }],
  ['browser', 'no user agent', { userAgent: '' }],
  ['browser', 'another marker', { userAgent: SAFARI, marker: 'browser' }],
  ['browser', 'a marker of the wrong type', { userAgent: SAFARI, marker: { miniprogram: true } }],
  ['wx', 'the messaging app', { userAgent: WECHAT }],
  ['wx', 'the messaging app with the marker "browser"', { userAgent: WECHAT, marker: 'browser' }],
  ['mWx', 'a mini-program since 7.0', { userAgent: `${WECHAT} miniProgram/wx0123456789abcdef` }],
  ['mWx', 'an old mini-program', { userAgent: WECHAT, marker: 'miniprogram' }],
  ['app', 'the mobile app', { userAgent: `${SAFARI} LanguageQuizApp/7.2`, isMobileApp: true }],
  ['app', 'the mobile app, regardless of other signs', { userAgent: WECHAT, marker: 'miniprogram', isMobileApp: true }],
]

it.each(rows)('%s: %s', (environment, _name, signs) => {
  expect(environmentOf({ isMobileApp: false, ...signs })).toBe(environment)
})
