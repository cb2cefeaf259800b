import type { Page } from '@playwright/test'
import { LOCALE_ENDONYMS, LOCALES } from '#contract/locales.ts'
import { urls } from '#contract/urls.ts'
import { axeFindingsInBothThemes } from '#harness/axe-findings.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { expect, test } from './fixtures.ts'

const lang = (page: Page) => page.locator('html').getAttribute('lang')

/** WCAG 2.2, 2.5.8: targets smaller than 24 pixels; links within a sentence are exempt. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')].flatMap(
      (element) => {
        const target = element.matches('input[type="radio"]') ? element.closest('label') : element
        const isInSentence = element.matches('p a, li a') && getComputedStyle(element).display === 'inline'
        if (!target?.checkVisibility() || isInSentence || element.closest('[inert]')) return []
        const { width, height } = target.getBoundingClientRect()
        return width >= 24 && height >= 24 ? [] : [`${width} × ${height}: ${target.outerHTML}`]
      },
    ),
  )
}

/**
 * Right to left, no wider than the screen, every target large enough, and nothing for axe to find, in light and in
 * dark.
 */
async function expectFitRightToLeft(page: Page, screen: string): Promise<void> {
  await expect(page.locator('html[lang="ar"][dir="rtl"]')).toBeAttached()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect([screen, overflow]).toEqual([screen, 0])
  expect([screen, await smallTargets(page)]).toEqual([screen, []])
  expect(await axeFindingsInBothThemes(page, screen)).toEqual([])
}

test('Arabic is right to left on every screen, fits 360 pixels with targets of 24, and passes axe in light and in dark', async ({
  quiz,
}) => {
  const { page } = quiz
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/languageassessment?hl=ar')
  await expectFitRightToLeft(page, 'landing')
  await page.goto('/languageassessment/quiz')
  await expectFitRightToLeft(page, 'select')
  await page.locator('main li button').nth(3).click()
  await expect(page.locator('main img[src*="german"]')).toBeVisible()
  await expectFitRightToLeft(page, 'guide')
  await page.locator('main button').last().click()
  await expect(page.locator('fieldset[data-question="1"] p[lang="de"]')).toHaveCSS('direction', 'ltr')
  await expectFitRightToLeft(page, 'sentence')
  await quiz.answer(1, 6)
  await expect(page.locator('fieldset[data-question="7"] img')).toBeVisible()
  await expectFitRightToLeft(page, 'picture')
  await quiz.answer(7, QUESTIONS - 1)
  const letResultCome = await quiz.stayAtEnd()
  await expect(page.locator('main[data-bare] svg')).toBeVisible()
  await expectFitRightToLeft(page, 'test end')
  letResultCome()
  await expect(page.locator('main a[href="/terms"]')).toBeVisible()
  await expectFitRightToLeft(page, 'wall')
  await quiz.signIn()
  await page.reload()
  await expect(page.getByText('A1', { exact: true }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectFitRightToLeft(page, 'result')
  const others = ['/terms', '/privacy', '/languageassessment/accessibility', '/languageassessment/how']
  for (const path of ['/account', ...others, '/teachers/german']) {
    await page.goto(path)
    await expectFitRightToLeft(page, path)
  }
  await page.getByRole('navigation').first().getByRole('button').click()
  await expectFitRightToLeft(page, 'choice of language')
})

test('the error page is right to left too', async ({ page }) => {
  await page.goto('/nothing?hl=ar')
  await expectFitRightToLeft(page, 'error')
})

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
