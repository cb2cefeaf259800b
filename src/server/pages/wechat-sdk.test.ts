import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

const SDK = 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js'
const WECHAT = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({ WECHAT_SCORE_PAGE: '/pages/own/score' })
})
afterAll(() => world.close())

const open = (userAgent: string, url: string = urls.quiz) =>
  world.app.inject({ url, headers: { 'user-agent': userAgent } })

it.each([
  ['the messaging app', WECHAT],
  ['a mini-program', `${WECHAT} miniProgram/wx0123456789abcdef`],
])(
  'in %s the quiz page loads the SDK, with the nonce and no other exception to the policy',
  async (_name, userAgent) => {
    const { body, headers } = await open(userAgent)
    const policy = String(headers['content-security-policy'])
    const nonce = body.split(`<script async src="${SDK}" nonce="`)[1]?.split('"')[0]
    expect(policy).toContain(`'nonce-${nonce}'`)
    const elsewhere = String((await open('Mozilla/5.0')).headers['content-security-policy'])
    const withoutNonces = (text: string) => text.replace(/'nonce-[^']+'/g, 'nonce')
    expect(withoutNonces(policy)).toBe(withoutNonces(elsewhere))
    expect(body).toContain('"scorePage":"/pages/own/score"')
  },
)

it.each([
  ['a browser', 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15', urls.quiz],
  ['the mobile app, even with the same engine', `${WECHAT} LanguageQuizApp/7.2`, urls.quiz],
  ['the landing page', WECHAT, urls.landing],
])('%s does not load the SDK', async (_name, userAgent, url) => {
  expect((await open(userAgent, url)).body).not.toContain('sdk.example')
})
