import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const SDK = 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js'
const WECHAT = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/130.0 Mobile MicroMessenger/8.0.50'

type Call = { url: string }

/** The vendor's SDK, scripted: it is served in the place of the real one, so the page's own policy has to let it through. */
async function scriptSdk(page: Page, outcome: 'success' | 'fail'): Promise<() => Promise<Call[]>> {
  await page.route(SDK, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.relaunched = []
        window.wx = { miniProgram: { reLaunch(options) {
          window.relaunched.push({ url: options.url })
          setTimeout(() => options.${outcome}({ errMsg: 'reLaunch:${outcome}' }))
        } } }`,
    }),
  )
  return () => page.evaluate(() => (window as unknown as { relaunched: Call[] }).relaunched)
}

test.describe('in a mini-program', () => {
  test.use({ userAgent: `${WECHAT} miniProgram/wx0123456789abcdef` })

  test('the end of a test relaunches the score page with language and level', async ({ quiz }) => {
    const { page } = quiz
    const relaunched = await scriptSdk(page, 'success')
    await quiz.startTest('french')
    await quiz.finishTest()
    await expect(page.getByText('100%')).toBeAttached()
    await expect.poll(relaunched).toEqual([{ url: '/pages/assessment/score?language=french&level=A1' }])
    // The mini-program takes this page down now; until then it rests where it is, and asks once.
    await page.waitForTimeout(500)
    expect(await relaunched()).toHaveLength(1)
    await expect(page.getByRole('heading', { name: 'Almost done!' })).toBeVisible()
  })

  test('when the mini-program does not take over, the result follows', async ({ quiz }) => {
    const { page } = quiz
    const relaunched = await scriptSdk(page, 'fail')
    await quiz.startTest('german')
    await quiz.finishTest()
    await expect.poll(() => page.evaluate(() => history.state.screen)).toBe('result')
    expect(await relaunched()).toHaveLength(1)
  })
})

test.describe('in an old messaging app, whose mini-program shows only in the marker', () => {
  test.use({ userAgent: WECHAT })

  test('the score page is relaunched', async ({ quiz }) => {
    const { page } = quiz
    const relaunched = await scriptSdk(page, 'success')
    await page.addInitScript(() => Object.assign(window, { __wxjs_environment: 'miniprogram' }))
    await quiz.startTest('italian')
    await quiz.finishTest()
    await expect.poll(relaunched).toEqual([{ url: '/pages/assessment/score?language=italian&level=A1' }])
  })
})

test('a browser never asks for the SDK', async ({ quiz }) => {
  const { page } = quiz
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await quiz.startTest('english')
  expect([...hosts]).toEqual([new URL(page.url()).host])
})
