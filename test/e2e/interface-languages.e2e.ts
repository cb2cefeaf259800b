import type { Page } from '@playwright/test'
import { LOCALE_ENDONYMS, LOCALES } from '#contract/locales.ts'
import { urls } from '#contract/urls.ts'
import { expect, test } from './fixtures.ts'

const lang = (page: Page) => page.locator('html').getAttribute('lang')

test('hl beats the cookie, which beats Accept-Language, which beats English', async ({ browser, server }) => {
  const context = await browser.newContext({ locale: 'fr-CA', baseURL: server.origin })
  const page = await context.newPage()
  await page.goto('/languageassessment')
  expect(await lang(page)).toBe('fr')
  await page.goto('/languageassessment?hl=ko')
  expect(await lang(page)).toBe('ko')
  await page.goto('/languageassessment/quiz')
  expect(await lang(page)).toBe('ko')
  await page.goto('/languageassessment/quiz?hl=zh-HK')
  expect(await lang(page)).toBe('zh-TW')
  await page.goto('/account?hl=klingon')
  expect(await lang(page)).toBe('zh-TW')
  await context.close()
  const foreign = await browser.newContext({ locale: 'nl-NL', baseURL: server.origin })
  const other = await foreign.newPage()
  await other.goto('/languageassessment')
  expect(await lang(other)).toBe('en')
  await foreign.close()
})

test('without JavaScript the language can be chosen, and the URL keeps its query', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin })
  const page = await context.newPage()
  await page.goto('/languageassessment/quiz?language=german')
  const switcher = page.getByRole('navigation', { name: 'Language' })
  await switcher.getByRole('button').click()
  await expect(switcher.locator('a')).toHaveText(LOCALES.map((locale) => LOCALE_ENDONYMS[locale]))
  await expect(switcher.locator('a[aria-current]')).toHaveText('English')
  await switcher.getByRole('link', { name: '日本語' }).click()
  await expect(page).toHaveURL(/\?language=german&hl=ja$/)
  expect(await lang(page)).toBe('ja')
  await expect(page.locator('main img[src*="german"]')).toBeVisible()
  await context.close()
})

test('only the current catalog reaches the browser, and every language hydrates without a mismatch', async ({
  quiz,
}) => {
  const { page } = quiz
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await quiz.signIn()
  await page.addInitScript(() => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', '{"level":"B2","than":77}'))
  for (const locale of LOCALES) {
    await page.goto(`/account?hl=${locale}`, { waitUntil: 'networkidle' })
    await page.goto('/languageassessment/quiz', { waitUntil: 'networkidle' })
    expect(await lang(page)).toBe(locale)
    const own = new RegExp(`/(en|${locale})-[\\w-]{8}\\.js$`)
    const catalogs = asked.splice(0).filter((path) => LOCALES.some((tag) => path.includes(`/assets/${tag}-`)))
    expect(catalogs.length).toBeGreaterThan(1)
    expect(catalogs.filter((path) => !own.test(path))).toEqual([])
  }
})

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Kathmandu', locale: 'de-DE' })

  test('a teacher’s free times are in the visitor’s own, and the zone is named once', async ({ page, server }) => {
    await page.goto(server.origin + urls.teachers('german'))
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await expect(page.getByText('Zeitzone: Nepalesische Zeit')).toHaveCount(1)
    const times = page.locator('#free-times time')
    const moment = new Date((await times.first().getAttribute('datetime')) ?? '')
    await expect(times.first()).toHaveText(new Date(moment.getTime() + 5.75 * 3600_000).toISOString().slice(11, 16))
    await expect(times).toHaveCount(18)
    await expect(page.locator('main')).not.toContainText('UTC')
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a teacher’s free times are in UTC, and say so', async ({ page, server }) => {
    await page.goto(server.origin + urls.teachers('german'))
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await expect(page.getByText('Time zone: UTC')).toHaveCount(1)
    // The clock of the reader's language, as everywhere.
    await expect(page.locator('#free-times time').first()).toHaveText(/^\d{1,2}:\d\d.[AP]M$/)
  })
})

test.describe('in another language', () => {
  test.use({ locale: 'ja-JP' })

  test('the demo’s teachers speak to the reader', async ({ page, server }) => {
    await page.goto(server.origin + urls.teachers('german'))
    await expect(page.locator('main').getByText('レッスン').first()).toBeVisible()
    await expect(page.locator('main')).not.toContainText('lessons')
  })
})
