import type { Browser, Page } from '@playwright/test'
import { startServer } from '#harness/server-process.ts'
import { expect, QuizPage, test } from './fixtures.ts'

const SDK = 'https://connect.facebook.test/en_US/sdk.js'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605 Mobile/15E148 Safari/605'

/** The vendor's SDK, scripted: it is served in the place of the real one, so the page's own policy has to let it through. */
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

test('the social SDK comes when the sheet opens, and its dialogs take the place of the links', async ({ browser }) => {
  const server = await startServer({ env: { FACEBOOK_APP_ID: '123456', FACEBOOK_SDK_URL: SDK } })
  try {
    const { quiz, page, share, context } = await openReport(browser, server.origin)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const called = await scriptSdk(page)
    await quiz.signIn()
    await quiz.startTest('french')
    await quiz.finishTest()
    await expect(share).toBeVisible()
    expect(asked).not.toContain(SDK)
    await share.click()
    await expect.poll(called).toEqual([{ appId: '123456', version: 'v24.0', xfbml: false }])
    const link = page.getByRole('link', { name: 'Facebook' })
    const address = new URL((await link.getAttribute('href')) ?? '').searchParams.get('href')
    await link.click()
    await page.getByRole('link', { name: 'Messenger' }).click()
    expect((await called()).slice(1)).toEqual([
      { method: 'share', href: address },
      { method: 'send', link: address },
    ])
    expect(context.pages()).toHaveLength(1)

    // Who declines is not followed: the plain links do the same.
    await page.addInitScript(() => Object.assign(navigator, { globalPrivacyControl: true }))
    await page.reload()
    const before = asked.filter((url) => url === SDK).length
    await share.click()
    await expect(link).toHaveAttribute('href', /dialog\/share/)
    await page.waitForLoadState('networkidle')
    expect(asked.filter((url) => url === SDK)).toHaveLength(before)
    await context.close()

    const phone = await openReport(browser, server.origin, { userAgent: PHONE })
    await phone.quiz.signIn()
    await phone.quiz.startTest('french')
    await phone.quiz.finishTest()
    await phone.share.click()
    await expect(phone.page.getByRole('link', { name: 'Messenger' })).toHaveAttribute(
      'href',
      /^fb-messenger:\/\/share\?/,
    )
    await phone.context.close()
  } finally {
    await server.stop()
  }
})

test('the wish to share outlasts the way to Google and back', async ({ quiz }) => {
  const { page } = quiz
  await quiz.startTest('korean')
  await quiz.finishTest()
  await page.getByRole('button', { name: 'Share my report' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Continue as Nikolai Gogol' }).click()
  await expect(page.getByRole('dialog', { name: 'Share my report' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expect(page.getByText('Your Korean language level is A1')).toBeAttached()
})
