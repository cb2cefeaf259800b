import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const SDK = 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js'
const SIGNATURE = { app_id: 'wx01', time_stamp: 1795300000, nonce_str: 'nonce', signature: 'f00d' }

/**
 * A stand-in for the SDK: records its configuration and what a share shows. Verified if the signature is the server's.
 */
async function standIn(page: Page) {
  await page.route(SDK, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.sdk = {}
        window.wx = {
          config(options) { window.sdk.config = options },
          ready(callback) { if (window.sdk.config.signature === '${SIGNATURE.signature}') setTimeout(callback) },
          updateAppMessageShareData(data) { window.sdk.message = data },
          updateTimelineShareData(data) { window.sdk.timeline = data },
        }`,
    }),
  )
  return () => page.evaluate(() => (window as unknown as { sdk: Record<string, Record<string, unknown>> }).sdk)
}

test.describe('in the messaging app', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Mobile MicroMessenger/8.0.50' })

  test('the page requests a signature, configures the SDK, and sets what a share shows', async ({ quiz }) => {
    const { page } = quiz
    const sdk = await standIn(page)
    const signed: (string | null)[] = []
    await page.route('**/v2/finance/payment/wechat/jsapi?**', (route) => {
      signed.push(new URL(route.request().url()).searchParams.get('url'))
      return route.fulfill({ json: { data: SIGNATURE } })
    })
    await page.goto('/languageassessment/quiz?hl=en#elsewhere')
    const { origin } = new URL(page.url())
    const description = 'Let us determine your current language level by answering some questions in 3 minutes!'
    const shown = { title: 'Language Assessment', desc: description, link: `${origin}/languageassessment/quiz` }
    await expect.poll(async () => (await sdk()).message).toMatchObject(shown)
    const { config, message, timeline } = await sdk()
    expect(config).toEqual({
      debug: false,
      appId: 'wx01',
      timestamp: 1795300000,
      nonceStr: 'nonce',
      signature: 'f00d',
      jsApiList: ['updateAppMessageShareData', 'updateTimelineShareData'],
    })
    expect(timeline).toEqual(message)
    expect((await page.request.get(String(message?.imgUrl))).headers()['content-type']).toBe('image/png')

    await page.getByRole('button', { name: 'French' }).click()
    const french = { title: 'Language Assessment: French', link: `${origin}/languageassessment/quiz?language=french` }
    await expect.poll(async () => (await sdk()).message).toMatchObject(french)
    expect(signed).toEqual([`${origin}/languageassessment/quiz?hl=en`])
  })

  // Without the fixture `quiz`: the browser itself writes failed requests to the console.
  test('without a signature everything works as without the SDK', async ({ page }) => {
    const sdk = await standIn(page)
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    const refused = page.waitForResponse('**/v2/finance/payment/wechat/jsapi?**')
    await page.goto('/languageassessment/quiz?language=french')
    expect((await refused).status()).toBe(404)
    await page.getByRole('button', { name: 'Start the test' }).click()
    await expect(page.getByRole('heading', { name: 'Question 1 of 15' })).toBeAttached()
    expect(await sdk()).toEqual({})
    expect(errors).toEqual([])
  })
})

test('a browser requests no signature', async ({ quiz }) => {
  const { page } = quiz
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/languageassessment/quiz?language=french')
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => /jsapi|messaging-app|mini-program|jweixin/.test(url))).toEqual([])
})
