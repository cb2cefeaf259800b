import type { Page } from '@playwright/test'
import { expect, serveFrom, startDemo, test } from './fixtures.ts'

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
