import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type FaultyGoogle, startFaultyGoogle } from '#harness/peers/google.ts'
import { type FaultyVendors, startFaultyVendors } from '#harness/peers/vendors.ts'
import type { RunningServer } from '#harness/server-process.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { settingsOfGoogle, settingsOfVendors } from '#server/demo/identity/start.ts'
import { expect, startOther, test } from './fixtures.ts'
import { BATCH_MS, recordEvents } from './sent-events.ts'

let google: FaultyGoogle
let vendors: FaultyVendors
let brand: string
let other: RunningServer | undefined

const links = {
  teacher: 'https://market.example/{locale}/{language}/tutors/{teacherId}',
  community: 'https://market.example/share?url={report}',
  languages: { english: 'en-GB' },
  campaign: 'utm_source=quiz',
}

const SDK = 'https://connect.facebook.test/en_US/sdk.js'

// One server for all settings of these tests, which don't interfere with each other.
test.describe.configure({ mode: 'default' })

async function start(): Promise<RunningServer> {
  brand = mkdtempSync(join(tmpdir(), 'language-quiz-brand-'))
  cpSync('deploy/brand-example', brand, { recursive: true })
  const file = join(brand, 'brand.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), links }))
  ;[google, vendors] = await Promise.all([startFaultyGoogle(), startFaultyVendors()])
  return startOther('demo', {
    CONSENT: 'ask',
    BRAND_DIR: brand,
    FACEBOOK_APP_ID: '123456',
    FACEBOOK_SDK_URL: SDK,
    PROVIDER_TIMEOUT_MS: '500',
    ...settingsOfGoogle(google),
    ...settingsOfVendors(vendors),
  })
}

test.use({
  baseURL: async ({ playwright: _ }, use) => {
    other ??= await start()
    await use(other.origin)
  },
})
test.afterAll(async () => {
  await Promise.all([google.close(), vendors.close(), other?.stop()])
  rmSync(brand, { recursive: true })
})

const addCookie = (page: Page, name: string, value: string) =>
  page.context().addCookies([{ name, value, url: other?.origin ?? '' }])
/** For tests that start after the choice. */
const allow = (page: Page) => addCookie(page, 'consent', 'allowed')

test.describe('asking for consent', () => {
  const question = (page: Page) => page.getByRole('complementary', { name: 'Your privacy' })
  const button = (page: Page, name: string) => question(page).getByRole('button', { name })

  /** The names of the events that the page sends. */
  async function noteEvents(page: Page): Promise<() => string[]> {
    const sent = await recordEvents(page)
    return () => sent.map(({ name }) => name)
  }

  async function chooseInQuiz(page: Page, name: 'Allow' | 'Decline') {
    const kept = page.waitForResponse('**/v1/consent')
    await button(page, name).click()
    expect((await kept).status()).toBe(204)
    await expect(question(page)).toHaveCount(0)
  }

  test("nothing is sent until the visitor allows it, then the held events too; the page doesn't change", {
    tag: '@slow',
  }, async ({ quiz }) => {
    const { page } = quiz
    const names = await noteEvents(page)
    await page.clock.install()
    await page.goto('/languageassessment/quiz')
    await page.getByRole('button', { name: 'German' }).click()
    await expect(page.getByRole('heading', { name: 'Your German test' })).toBeVisible()
    await page.clock.runFor(10 * BATCH_MS)
    expect(names()).toEqual([])
    await chooseInQuiz(page, 'Allow')
    await expect.poll(names).toEqual(['select_language'])
    await expect(page.getByRole('heading', { name: 'Your German test' })).toBeVisible()
    await page.getByRole('button', { name: 'Start the test' }).click()
    await quiz.expectQuestion(1)
    await page.clock.runFor(BATCH_MS)
    await expect.poll(names).toEqual(['select_language', 'view_question'])
    await page.goto('/languageassessment')
    await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
    await expect(question(page)).toHaveCount(0)
  })

  test('the landing event waits for the choice, and declining drops it; it can be changed on the privacy page', {
    tag: '@slow',
  }, async ({ quiz }) => {
    const { page } = quiz
    const names = await noteEvents(page)
    await page.clock.install()
    await page.goto('/languageassessment')
    await chooseInQuiz(page, 'Allow')
    const landing = 'view_free_assessment_landing_page'
    await expect.poll(names).toEqual([landing])

    await page.context().clearCookies()
    await page.goto('/languageassessment')
    await page.keyboard.press('Tab')
    await expect(question(page).getByRole('link', { name: 'Privacy notice' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(button(page, 'Decline')).toBeFocused()
    const kept = page.waitForResponse('**/v1/consent')
    await page.keyboard.press('Enter')
    await kept
    await expect(question(page)).toHaveCount(0)
    // Allowing later sends no earlier events.
    await allow(page)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.clock.runFor(10 * BATCH_MS)
    expect(names()).toEqual([landing])

    await addCookie(page, 'consent', 'declined')
    await page.goto('/privacy')
    await expect(page.getByRole('status')).toHaveText(/You currently decline this/)
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByRole('status')).toHaveText('You currently allow this.')
    await page.goto('/languageassessment')
    await expect.poll(names).toEqual([landing, landing])
  })

  test('the banner disappears on the press, not on the reply, so the next press hits its target', {
    tag: '@slow',
  }, async ({ quiz }) => {
    const { page } = quiz
    const { promise: replied, resolve: reply } = Promise.withResolvers<void>()
    await page.route('**/v1/consent', async (route) => {
      await replied
      await route.continue()
    })
    await page.goto('/languageassessment')
    await button(page, 'Allow').click()
    expect(await question(page).count()).toBe(0)
    const kept = page.waitForResponse('**/v1/consent')
    reply()
    expect((await kept).status()).toBe(204)
  })

  test('the banner is hidden during the test, and back after it', { tag: '@slow' }, async ({ quiz }) => {
    const { page } = quiz
    await quiz.reachLastQuestion()
    await expect(question(page)).toBeHidden()
    await quiz.answer(QUESTIONS, QUESTIONS)
    await expect(question(page)).toBeVisible()
  })

  test('a browser with Global Privacy Control sees no banner and sends nothing', { tag: '@slow' }, async ({ quiz }) => {
    const { page } = quiz
    const names = await noteEvents(page)
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    await page.setExtraHTTPHeaders({ 'sec-gpc': '1' })
    await allow(page)
    await page.goto('/languageassessment/quiz?language=german')
    await expect(question(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Start the test' }).click()
    await quiz.answer(1, 1)
    await quiz.expectQuestion(2)
    await page.goto('/privacy')
    await expect(page.getByRole('status')).toHaveText(/Your browser sends the Global Privacy Control signal/)
    expect(names()).toEqual([])
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })
    test('the banner works as a plain form', { tag: '@slow' }, async ({ page }) => {
      await page.goto('/languageassessment')
      await button(page, 'Allow').click()
      await expect(page).toHaveURL(/\/languageassessment$/)
      await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
      await expect(question(page)).toHaveCount(0)
    })
  })
})

test('every screen keeps the brand’s name, and links lead to its marketplace', { tag: '@slow' }, async ({
  quiz,
  context,
  baseURL,
}) => {
  const { page } = quiz
  await scriptSdk(page)
  await allow(page)
  await quiz.signIn()
  await page.goto('/languageassessment')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page).toHaveTitle(/ · Lingua Harbor$/)
  await expect(page.getByRole('banner').getByText('Lingua Harbor')).toBeVisible()
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await page.getByRole('button', { name: 'Start the test' }).click()
  await quiz.expectQuestion(1)
  await expect(page).toHaveTitle(/ · Lingua Harbor$/)
  await quiz.reachLastQuestion('english')
  await quiz.answer(QUESTIONS, QUESTIONS)
  await expect(page.getByText('Your English language level is A1')).toBeVisible()
  await expect(page).toHaveTitle(/ · Lingua Harbor$/)
  await expect(page.getByRole('heading', { name: 'Teachers for you' })).toBeVisible()

  // Links use the marketplace's addresses, and its community gets the report's.
  await expect(page.getByRole('link', { name: / Meet$/ }).first()).toHaveAttribute(
    'href',
    /^https:\/\/market\.example\/en\/en-GB\/tutors\/\w+\?utm_source=quiz$/,
  )
  await context.route('https://market.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Share my report' }).click()
  await page.getByRole('button', { name: 'Community' }).click()
  const opened = await opening
  await opened.waitForURL('https://market.example/share?url=*&utm_source=quiz')
  const report = new URL(opened.url()).searchParams.get('url') ?? ''
  expect(report).toMatch(new RegExp(`^${baseURL}/languageassessment/report/`))
})

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

test('the social SDK loads when the sheet opens, and its dialogs replace the links', { tag: '@slow' }, async ({
  quiz,
  context,
}) => {
  const { page } = quiz
  const share = page.getByRole('button', { name: 'Share my report' })
  await allow(page)
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

  // Declining avoids tracking, so plain windows replace the SDK.
  await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.addInitScript(() => Object.assign(navigator, { globalPrivacyControl: true }))
  await page.reload()
  const before = asked.filter((url) => url === SDK).length
  await share.click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Facebook' }).click()
  await (await opening).waitForURL(/facebook\.com\/dialog\/share/)
  expect(asked.filter((url) => url === SDK)).toHaveLength(before)
})

// Every fault of each provider: src/server/sign-in/oauth.slow.test.ts.
test('if something goes wrong at a provider, the visitor returns, not signed in, sees an explanation, and can try again', {
  tag: '@slow',
}, async ({ quiz }) => {
  const { page } = quiz
  await allow(page)
  await addCookie(page, 'country_id', 'RU')
  await page.goto('/account')
  for (const provider of ['Google', 'Facebook', 'VK']) {
    const button = page.getByRole('link', { name: `Continue with ${provider}` })
    google.fault = { step: 'token', kind: 'status 500' }
    vendors.fault = { step: 'token', kind: 'status 500' }
    await button.click()
    await expect(page.getByText('We couldn’t sign you in.'), provider).toBeVisible()
    await expect(page).toHaveURL(({ pathname, search }) => pathname === '/account' && search === '')
    const login = await page.request.get('/v2/login')
    expect((await login.json()).data, provider).not.toHaveProperty('user_id')
    google.fault = undefined
    vendors.fault = undefined
    const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
    // On a busy machine, even a good reply may come too late for once.
    await expect(async () => {
      if (await button.isVisible()) await button.click()
      await expect(signOut).toBeVisible({ timeout: 5000 })
    }).toPass()
    expect((await page.request.delete('/v1/auth/sessions/current')).ok()).toBe(true)
    await page.goto('/account')
  }
})
