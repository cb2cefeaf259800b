import type { Page } from '@playwright/test'
import { LOCALE_ENDONYMS, LOCALES } from '#contract/locales.ts'
import { urls } from '#contract/urls.ts'
import { expect, test } from './fixtures.ts'

const lang = (page: Page) => page.locator('html').getAttribute('lang')

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test("the landing page and the language choice are readable and explain what's missing; the language can be chosen; times are in UTC", {
    tag: '@slow',
  }, async ({ page }) => {
    const missing = page.locator('noscript p', { hasText: 'The test needs JavaScript.' })
    await page.goto('/languageassessment')
    await expect(missing).toBeVisible()
    await page.getByRole('button', { name: 'Start' }).click()
    await expect(page.getByRole('heading', { name: 'I want to test my...' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ has: page.getByRole('button') })).toHaveCount(8)
    await expect(missing).toBeVisible()

    await page.goto(urls.teachers('german'))
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await expect(page.getByText('Time zone: UTC')).toHaveCount(1)
    // In the clock format of the reader's language.
    await expect(page.locator('#free-times time').first()).toHaveText(/^\d{1,2}:\d\d.[AP]M$/)

    await page.goto('/languageassessment/quiz?language=german')
    const switcher = page.getByRole('navigation', { name: 'Language' })
    await switcher.getByRole('button').click()
    await expect(switcher.locator('a')).toHaveText(LOCALES.map((locale) => LOCALE_ENDONYMS[locale]))
    await expect(switcher.locator('a[aria-current]')).toHaveText('English')
    await switcher.getByRole('link', { name: '日本語' }).click()
    await expect(page).toHaveURL(/\?language=german&hl=ja$/)
    expect(await lang(page)).toBe('ja')
    await expect(page.locator('main img[src*="german"]')).toBeVisible()
  })
})

test('the browser loads only the current catalog, every language hydrates, and the header stays on one line', {
  tag: '@slow',
}, async ({ quiz }) => {
  const { page } = quiz
  await page.setViewportSize({ width: 390, height: 844 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await quiz.signIn()
  await page.addInitScript(() => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', '{"level":"B2","than":77}'))
  for (const locale of LOCALES) {
    await page.goto(`/languageassessment/quiz?hl=${locale}`, { waitUntil: 'networkidle' })
    expect(await lang(page)).toBe(locale)
    const own = new RegExp(`/(en|${locale})-[\\w-]{8}\\.js$`)
    const catalogs = asked.splice(0).filter((path) => LOCALES.some((tag) => path.includes(`/assets/${tag}-`)))
    expect(catalogs.length).toBeGreaterThan(1)
    expect(catalogs.filter((path) => !own.test(path))).toEqual([])
    const name = page.locator('header a').first().locator('span')
    const lines = await name.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
    expect(lines, locale).toBe(1)
  }
})

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Kathmandu', locale: 'de-DE' })

  test('a teacher’s free times are in the visitor’s time zone, which is named once', { tag: '@slow' }, async ({
    page,
    server,
  }) => {
    await page.goto(server.origin + urls.teachers('german'))
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await expect(page.getByText('Zeitzone: Nepalesische Zeit')).toHaveCount(1)
    const times = page.locator('#free-times time')
    const moment = new Date((await times.first().getAttribute('datetime')) ?? '')
    const local = new Date(moment.getTime() + 5.75 * 3600_000).toISOString().slice(11, 16)
    await expect(times.first()).toHaveText(new RegExp(`^${local.replace(/^0/, '0?')}$`))
    await expect(times).toHaveCount(18)
    await expect(page.locator('main')).not.toContainText('UTC')
  })
})
