import type { Page } from '@playwright/test'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { axeFindings, expect, type QuizPage, test } from './fixtures.ts'

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

async function expectAccessible(page: Page, screen: string): Promise<void> {
  expect([screen, await smallTargets(page)]).toEqual([screen, []])
  expect(await axeFindings(page, screen)).toEqual([])
}

/** Takes the quiz from the landing to the account, and checks every screen on the way. */
async function lookAtEveryScreen(quiz: QuizPage, look: (screen: string) => Promise<void>): Promise<void> {
  const { page } = quiz
  await look('landing')
  await page.goto('/languageassessment/quiz')
  await look('select')
  await page.locator('main li button').nth(3).click()
  await page.locator('main img[src*="german"]').waitFor()
  await look('guide')
  await page.locator('main button').last().click()
  await page.locator('fieldset[data-question="1"]').waitFor()
  await look('sentence')
  for (let position = 1; position <= QUESTIONS; position++) {
    await page.locator(`fieldset[data-question="${position}"]`).waitFor()
    if (position === 7) await look('picture')
    await quiz.option(4).click()
  }
  await page.locator('main:has([inert]) h1').waitFor()
  await look('wall')
  await quiz.signIn()
  await page.reload()
  await page.locator('main article, main h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await look('result')
  for (const path of ['/account', '/languageassessment/accessibility', '/languageassessment/how']) {
    await page.goto(path)
    await look(path)
  }
}

test('right to left in dark mode: axe finds nothing, and every target has 24 pixels', async ({ quiz }) => {
  const { page } = quiz
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto('/languageassessment?hl=ar')
  await lookAtEveryScreen(quiz, (screen) => expectAccessible(page, screen))
})

test('with forced colors the selection, the focus and the progress stay visible', async ({ quiz }) => {
  const { page } = quiz
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await quiz.startTest()
  await page.keyboard.press('ArrowDown')
  const chosen = quiz.option(0)
  await expect(chosen).toHaveCSS('outline-style', 'solid')
  expect(await chosen.evaluate((tile) => getComputedStyle(tile).borderTopColor)).not.toBe(
    await quiz.option(1).evaluate((tile) => getComputedStyle(tile).borderTopColor),
  )
  const progress = page.locator('progress').first()
  await expect(progress).toHaveCSS('border-top-style', 'solid')
  await expect(quiz.question.locator('[data-blank]').or(quiz.question.locator('p span')).first()).toBeVisible()
})

test('with reduced motion nothing is animated, and the counter announces only its end', async ({ quiz }) => {
  const { page } = quiz
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await quiz.reachLastQuestion()
  // Every text that a live region ever has.
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const isLive = (node: Node) =>
      (node instanceof Element ? node : node.parentElement)?.closest('[role="status"], [role="alert"], [aria-live]')
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const text = isLive(target)?.textContent
        if (text) said.push(text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await quiz.option(4).click()
  await expect(page.getByRole('heading', { name: 'Almost done!' })).toBeFocused()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await expect(page.getByRole('heading', { name: 'Sign up to see your report card' })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([])
})

test('without JavaScript the landing and the language choice are readable and say what is missing', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL as string })
  const page = await context.newPage()
  const missing = page.locator('noscript p', { hasText: 'The test needs JavaScript.' })
  await page.goto('/languageassessment')
  await expect(missing).toBeVisible()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { name: 'I want to test my...' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('button') })).toHaveCount(8)
  await expect(missing).toBeVisible()
  await context.close()
})
