import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { TRANSPORT_FAULTS } from '#harness/peers/faults.ts'
import { type FaultyGoogle, startFaultyGoogle, TOKEN_FAULTS } from '#harness/peers/google.ts'
import { type FaultyVendors, startFaultyVendors, VENDOR_FAULTS } from '#harness/peers/vendors.ts'
import type { RunningServer } from '#harness/server-process.ts'
import { settingsOf } from '#server/demo/identity/start.ts'
import { expect, type QuizPage, serveFrom, startDemo, test } from './fixtures.ts'

test.describe('asking for consent', () => {
  serveFrom(() => startDemo({ CONSENT: 'ask' }))

  const question = (page: Page) => page.getByRole('complementary', { name: 'Your privacy' })
  const button = (page: Page, name: string) => question(page).getByRole('button', { name })

  /** The names of the events that the page sends. */
  async function noteEvents(page: Page): Promise<string[]> {
    const names: string[] = []
    await page.exposeFunction('noteBeacon', (body: string) => {
      for (const { name } of JSON.parse(body).events) names.push(name)
    })
    await page.addInitScript(() => {
      navigator.sendBeacon = (_url, data) => {
        void (data as Blob).text().then((window as unknown as { noteBeacon: (body: string) => void }).noteBeacon)
        return true
      }
    })
    return names
  }

  async function chooseInQuiz(page: Page, name: 'Allow' | 'Decline') {
    const kept = page.waitForResponse('**/v1/consent')
    await button(page, name).click()
    expect((await kept).status()).toBe(204)
    await expect(question(page)).toHaveCount(0)
  }

  test('nothing is sent until the visitor allows it, then the held events too; the page stays as it is', async ({
    quiz,
  }) => {
    const { page } = quiz
    const names = await noteEvents(page)
    await page.goto('/languageassessment/quiz')
    await page.getByRole('button', { name: 'German' }).click()
    await expect(page.getByRole('heading', { name: 'Your German test' })).toBeVisible()
    // Longer than the batch interval.
    await page.waitForTimeout(2500)
    expect(names).toEqual([])
    await chooseInQuiz(page, 'Allow')
    await expect.poll(() => names).toEqual(['select_language'])
    await expect(page.getByRole('heading', { name: 'Your German test' })).toBeVisible()
    await page.getByRole('button', { name: 'Start the test' }).click()
    await quiz.expectQuestion(1)
    await expect.poll(() => names).toEqual(['select_language', 'view_question'])
    await page.goto('/languageassessment')
    await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
    await expect(question(page)).toHaveCount(0)
  })

  test('the landing event waits for the choice, and declining drops it', async ({ quiz }) => {
    const { page } = quiz
    const names = await noteEvents(page)
    await page.goto('/languageassessment')
    await chooseInQuiz(page, 'Allow')
    await expect.poll(() => names).toEqual(['view_free_assessment_landing_page'])
    await page.context().clearCookies()
    await page.goto('/languageassessment')
    await chooseInQuiz(page, 'Decline')
    // Allowing later sends nothing from before.
    await page.context().addCookies([{ name: 'consent', value: 'allowed', url: page.url() }])
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.waitForTimeout(2500)
    expect(names).toEqual(['view_free_assessment_landing_page'])
  })

  test('after declining it is not shown again, and the choice can be changed on the privacy page', async ({ quiz }) => {
    const { page } = quiz
    const names = await noteEvents(page)
    await page.goto('/languageassessment')
    await page.keyboard.press('Tab')
    await expect(question(page).getByRole('link', { name: 'Privacy notice' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(button(page, 'Decline')).toBeFocused()
    const kept = page.waitForResponse('**/v1/consent')
    await page.keyboard.press('Enter')
    await kept
    await expect(question(page)).toHaveCount(0)
    await page.goto('/privacy')
    await expect(page.getByRole('status')).toHaveText(/You currently decline this/)
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByRole('status')).toHaveText('You currently allow this.')
    await page.goto('/languageassessment')
    await expect.poll(() => names).toEqual(['view_free_assessment_landing_page'])
  })

  test('the banner goes with the press, not with the reply, so that the next press meets what it aimed at', async ({
    quiz,
  }) => {
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

  test('the banner is hidden during the test, and back after it', async ({ quiz }) => {
    const { page } = quiz
    await quiz.reachLastQuestion()
    await expect(question(page)).toBeHidden()
    await quiz.option(4).click()
    await expect(question(page)).toBeVisible()
  })

  test('a browser with Global Privacy Control sees no banner and sends nothing', async ({ quiz, baseURL }) => {
    const { page } = quiz
    const names = await noteEvents(page)
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    await page.setExtraHTTPHeaders({ 'sec-gpc': '1' })
    await page.context().addCookies([{ name: 'consent', value: 'allowed', url: baseURL ?? '' }])
    await page.goto('/languageassessment/quiz?language=german')
    await expect(question(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Start the test' }).click()
    await quiz.answer(1, 1)
    await quiz.expectQuestion(2)
    await page.goto('/privacy')
    await expect(page.getByRole('status')).toHaveText(/Your browser sends the Global Privacy Control signal/)
    expect(names).toEqual([])
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })
    test('the banner works as a form', async ({ page }) => {
      await page.goto('/languageassessment')
      await button(page, 'Allow').click()
      await expect(page).toHaveURL(/\/languageassessment$/)
      await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
      await expect(question(page)).toHaveCount(0)
    })
  })
})

test.describe('a brand', () => {
  const brand = mkdtempSync(join(tmpdir(), 'language-quiz-brand-'))
  const links = {
    teacher: 'https://market.example/{locale}/{language}/tutors/{teacherId}',
    community: 'https://market.example/share?url={report}',
    languages: { english: 'en-GB' },
    campaign: 'utm_source=quiz',
  }
  cpSync('deploy/brand-example', brand, { recursive: true })
  const file = join(brand, 'brand.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), links }))

  serveFrom(() => startDemo({ BRAND_DIR: brand }))

  test('a brand’s name stays on every screen, and links lead to its marketplace', async ({
    quiz,
    context,
    baseURL,
  }) => {
    const { page } = quiz
    await quiz.signIn(`${baseURL}`)
    await page.goto('/languageassessment')
    await page.getByRole('button', { name: 'Start' }).click()
    await expect(page).toHaveTitle(/ · Lingua Harbor$/)
    await expect(page.getByRole('banner').getByText('Lingua Harbor')).toBeVisible()
    await page.getByRole('button', { name: 'English', exact: true }).click()
    await page.getByRole('button', { name: 'Start the test' }).click()
    await quiz.expectQuestion(1)
    await expect(page).toHaveTitle(/ · Lingua Harbor$/)
    await quiz.finishTest()
    await expect(page.getByText('Your English language level is A1')).toBeVisible()
    await expect(page).toHaveTitle(/ · Lingua Harbor$/)
    await expect(page.getByRole('heading', { name: 'Teachers for you' })).toBeVisible()

    // What leads to the marketplace has its own addresses, and its community gets the report's.
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
})

test.describe('faulty providers', () => {
  let google: FaultyGoogle
  let vendors: FaultyVendors
  let faulty: RunningServer

  test.beforeAll(async () => {
    ;[google, vendors] = await Promise.all([startFaultyGoogle(), startFaultyVendors()])
    faulty = await startDemo({ PROVIDER_TIMEOUT_MS: '500', ...settingsOf({ google, vendors }) })
  })
  test.afterAll(() => Promise.all([google.close(), vendors.close(), faulty.stop()]))

  /** On a busy machine even a good reply may come too late once. */
  async function recovers({ page }: QuizPage, provider: string): Promise<void> {
    const button = page.getByRole('link', { name: `Continue with ${provider}` })
    await expect(async () => {
      if (await button.isVisible()) await button.click()
      await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible({ timeout: 5000 })
    }).toPass()
  }

  /**
   * Every fault leads back to the same address without a session; what the page shows there, and clicking the button, is
   * tried in Chromium at the first one alone, since each page load takes as long as ten journeys.
   */
  async function failsInWords({ page }: QuizPage, provider: string, fault: string): Promise<void> {
    const button = page.getByRole('link', { name: `Continue with ${provider}` })
    if (page.url() === 'about:blank') {
      await page.goto(`${faulty.origin}/account`)
      await button.click()
      await expect(page.getByText('We couldn’t sign you in.'), `${provider}: ${fault}`).toBeVisible()
      await expect(page).toHaveURL(({ pathname, search }) => pathname === '/account' && search === '')
    }
    const journey = await page.request.get(`${faulty.origin}${await button.getAttribute('href')}`)
    const { pathname, search } = new URL(journey.url())
    expect([journey.status(), pathname + search], `${provider}: ${fault}`).toEqual([200, '/account?sign_in=failed'])
    const login = await page.request.get(`${faulty.origin}/v2/login`)
    expect((await login.json()).data).not.toHaveProperty('user_id')
  }

  test('whatever goes wrong at Google, the visitor returns, is told, and is not signed in', async ({ quiz }) => {
    // Discovery comes first: once it succeeds, it is cached.
    for (const step of ['discovery', 'keys', 'token'] as const)
      for (const kind of TRANSPORT_FAULTS) {
        google.fault = { step, kind }
        await failsInWords(quiz, 'Google', `${step}, ${kind}`)
      }
    google.fault = undefined
    for (const fault of TOKEN_FAULTS) {
      google.tokenFault = fault
      await failsInWords(quiz, 'Google', fault)
    }
    google.tokenFault = undefined
    await recovers(quiz, 'Google')
  })

  for (const provider of ['Facebook', 'VK'])
    test(`whatever goes wrong at ${provider}, the visitor returns, is told, and is not signed in`, async ({ quiz }) => {
      await quiz.page.context().addCookies([{ name: 'country_id', value: 'RU', url: faulty.origin }])
      for (const step of ['token', 'profile'] as const)
        for (const kind of TRANSPORT_FAULTS) {
          vendors.fault = { step, kind }
          await failsInWords(quiz, provider, `${step}, ${kind}`)
        }
      vendors.fault = undefined
      for (const fault of VENDOR_FAULTS.filter((name) => provider === 'VK' || name !== 'no device id')) {
        vendors.vendorFault = fault
        await failsInWords(quiz, provider, fault)
      }
      vendors.vendorFault = undefined
      await recovers(quiz, provider)
    })
})
