import type { Browser, Page } from '@playwright/test'
import { expect, QuizPage, startDemo, test } from './fixtures.ts'

const SDK = 'https://connect.facebook.test/en_US/sdk.js'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605 Mobile/15E148 Safari/605'

/** A scripted vendor SDK, served in place of the real one, so the page's own policy has to allow it. */
async function scriptSdk(page: Page): Promise<() => Promise<unknown[]>> {
  await page.route(SDK, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: `window.called = []
        window.FB = { init: (options) => window.called.push(options), ui: (options) => window.called.push(options) }`,
    }),
  )
  return () => page.evaluate(() => (window as unknown as { called?: unknown[] }).called ?? [])
}

async function openReport(browser: Browser, baseURL: string, options: { userAgent?: string } = {}) {
  const context = await browser.newContext({ baseURL, ...options })
  const quiz = new QuizPage(await context.newPage())
  return { quiz, page: quiz.page, share: quiz.page.getByRole('button', { name: 'Share my report' }), context }
}

test('the social SDK loads when the sheet opens, and its dialogs replace the links', async ({ browser }) => {
  const server = await startDemo({ FACEBOOK_APP_ID: '123456', FACEBOOK_SDK_URL: SDK })
  try {
    const { quiz, page, share, context } = await openReport(browser, server.origin)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const called = await scriptSdk(page)
    await quiz.signIn()
    await quiz.openResult('french')
    await expect(share).toBeVisible()
    expect(asked).not.toContain(SDK)
    await share.click()
    await expect.poll(called).toEqual([{ appId: '123456', version: 'v24.0', xfbml: false }])
    await page.getByRole('button', { name: 'Facebook' }).click()
    await page.getByRole('button', { name: 'Messenger' }).click()
    await expect
      .poll(async () => (await called()).slice(1))
      .toEqual([
        { method: 'share', href: expect.stringContaining('/languageassessment/report/') },
        { method: 'send', link: expect.stringContaining('/languageassessment/report/') },
      ])
    expect(context.pages()).toHaveLength(1)

    // Declining avoids tracking: plain windows do the same.
    await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.addInitScript(() => Object.assign(navigator, { globalPrivacyControl: true }))
    await page.reload()
    const before = asked.filter((url) => url === SDK).length
    await share.click()
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Facebook' }).click()
    await (await opening).waitForURL(/facebook\.com\/dialog\/share/)
    expect(asked.filter((url) => url === SDK)).toHaveLength(before)
    await context.close()
  } finally {
    await server.stop()
  }
})

test('every target pressed while the report becomes public opens, after one publication', async ({
  browser,
  server,
}) => {
  const { quiz, page, share, context } = await openReport(browser, server.origin)
  await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  const { promise: pressed, resolve: release } = Promise.withResolvers<void>()
  let published = 0
  await page.route('**/v1/reports', async (route) => {
    published += 1
    await pressed
    await route.continue()
  })
  await quiz.signIn()
  await quiz.openResult('french')
  await share.click()
  const openings: Promise<Page>[] = []
  for (const name of ['WhatsApp', 'VK']) {
    openings.push(page.waitForEvent('popup'))
    await page.getByRole('button', { name }).click()
    await openings.at(-1)
  }
  release()
  const addresses = [/wa\.me|whatsapp\.com/, /vk\.com/]
  for (const [index, opening] of openings.entries()) await (await opening).waitForURL(addresses[index] as RegExp)
  expect(published).toBe(1)
  await context.close()
})

test("on a phone Messenger opens by its own scheme, without the operator's app too", async ({ browser, server }) => {
  const { quiz, page, share, context } = await openReport(browser, server.origin, { userAgent: PHONE })
  await quiz.signIn()
  await quiz.openResult('french')
  await share.click()
  // The browser does not know the scheme and stays; only the navigation request is visible.
  const client = await context.newCDPSession(page)
  await client.send('Page.enable')
  const leaving = new Promise<string>((resolve) => {
    client.on('Page.frameRequestedNavigation', ({ url }) => resolve(url))
  })
  await page.getByRole('button', { name: 'Messenger' }).click()
  expect(await leaving).toMatch(/^fb-messenger:\/\/share\?link=http[^&]*%2Freport%2F[\w-]{22}$/)
  await context.close()
})

test('the intent to share survives the round trip to Google', async ({ quiz }) => {
  const { page } = quiz
  await quiz.openResult('korean')
  await page.getByRole('button', { name: 'Share my report' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Continue as Nikolai Gogol' }).click()
  await expect(page.getByRole('dialog', { name: 'Share my report' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expect(page.getByText('Your Korean language level is A1')).toBeAttached()
})
