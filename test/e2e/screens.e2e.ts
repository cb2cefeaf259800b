import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { axeFindingsInBothThemes } from '#harness/axe-findings.ts'
import { measureQuestions, PHONE_VIEWPORTS } from '#harness/question-fit.ts'
import type { Item } from '#quiz/bank.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { expect, type QuizPage, test } from './fixtures.ts'
import { SCREEN_TREES } from './screen-trees.ts'

type Shift = PerformanceEntry & { value: number; sources: { node: Element | Text | null }[] }

/** Records what moves on the page, from the first paint on, also within half a second of a press. */
async function watchShifts(page: Page): Promise<(screen: string) => Promise<void>> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        shifts.push(`${value}: ${sources.map(({ node }) => (node instanceof Element ? node.outerHTML : node?.data))}`)
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { shifts })
  })
  return async (screen) => {
    await page.waitForLoadState('networkidle')
    // The frame of what came last, and the next.
    const shifts = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
      return (window as unknown as { shifts: string[] }).shifts.splice(0)
    })
    expect(shifts, screen).toEqual([])
  }
}

/** Lets the late parts of a page arrive one after another, each in a frame of its own. */
async function slowDown(page: Page): Promise<void> {
  let turn = Promise.resolve()
  await page.route(/\/v1\/|\/static\/assets\//, async (route) => {
    turn = turn.then(() => new Promise((resolve) => setTimeout(resolve, 40)))
    await turn
    await route.continue().catch(() => undefined)
  })
}

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

/** From the landing to the result of a German test: nothing moves, and `look` sees each screen. */
async function visitScreens(quiz: QuizPage, locale: string, look: (screen: string) => Promise<void>) {
  const { page } = quiz
  const expectStill = await watchShifts(page)
  await slowDown(page)
  const visit = async (screen: string) => {
    await expectStill(screen)
    await look(screen)
    await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts.splice(0))
  }
  await page.goto(`/languageassessment?hl=${locale}`)
  await visit('landing')
  await page.goto('/languageassessment/quiz')
  await visit('select')
  await page.locator('main li button').nth(3).click()
  const flag = page.locator('main img[src*="german"]')
  await expect(flag).toBeVisible()
  // The screen changes with the press, and the footer with it.
  await page.reload()
  await expect(flag).toBeVisible()
  await visit('guide')
  await page.locator('main button').last().click()
  await expect(page.locator('fieldset[data-question="1"] p[lang="de"]')).toHaveCSS('direction', 'ltr')
  await visit('sentence')
  await quiz.answer(1, 6)
  await expect(page.locator('fieldset[data-question="7"] img')).toBeVisible()
  await visit('picture')
  await quiz.answer(7, QUESTIONS - 1)
  const letResultCome = await quiz.stayAtEnd()
  await expect(page.locator('main[data-bare] svg')).toBeVisible()
  await visit('test end')
  letResultCome()
  const wall = page.locator('main a[href="/terms"]')
  await expect(wall).toBeVisible()
  await expectStill('wall after the test')
  await page.reload()
  await expect(wall).toBeVisible()
  await visit('wall')
  await quiz.signIn()
  await page.reload()
  await expect(page.getByText('A1', { exact: true }).first()).toBeVisible()
  await visit('result')
  await page.goto(await quiz.shareReport())
  await expectStill('public report')
}

test('on a desktop nothing moves, each screen exposes what it shows, in reading order, and axe finds nothing', async ({
  quiz,
}) => {
  const { page } = quiz
  await page.setViewportSize({ width: 1440, height: 900 })
  const expectNoFindings = async (screen: string) => expect(await axeFindingsInBothThemes(page, screen)).toEqual([])
  await page.goto('/languageassessment/how')
  await expectNoFindings('how this test works')
  await visitScreens(quiz, 'en', async (screen) => {
    await expect(page.locator('body')).toMatchAriaSnapshot(SCREEN_TREES[screen] as string)
    await expectNoFindings(screen)
  })
  await quiz.openResult('german')
  await page.getByRole('button', { name: 'Share my report' }).click()
  await expect(page.getByRole('img', { name: 'What others will see (A1)' })).toBeVisible()
  await expectNoFindings('share sheet')
  await page.getByRole('button', { name: 'Community' }).click()
  await expect(page.getByLabel('Add a few words')).toBeVisible()
  await expectNoFindings('share sheet with a post')
})

test('on a phone in Arabic nothing moves, everything is right to left and fits, with targets of 24, and axe finds nothing', async ({
  quiz,
}) => {
  const { page } = quiz
  await page.setViewportSize({ width: 360, height: 740 })
  await visitScreens(quiz, 'ar', (screen) => expectFitRightToLeft(page, screen))
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

test('what a slow marketplace sends comes to the place that was kept for it, and moves nothing', async ({ quiz }) => {
  const { page } = quiz
  await page.setViewportSize({ width: 1440, height: 2400 })
  const expectStill = await watchShifts(page)
  const { promise: shown, resolve: send } = Promise.withResolvers<void>()
  await page.route(/v2\/teachers/, async (route) => {
    await shown
    await route.continue()
  })
  await quiz.signIn()
  await quiz.openResult('german')
  const headings = page.getByRole('heading', { level: 2 })
  const below = ['Your answers: 0 of 15 correct', 'Words worth learning', 'What you can read at A1']
  await expect(headings).toHaveText(below)
  send()
  await expect(headings).toHaveText(['Teachers for you', ...below])
  await expectStill('late teachers')
})

test.describe('on what a phone leaves of its screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 553 } })

  test('every screen and question opens at its top', async ({ quiz }) => {
    const { page } = quiz
    const scrollDown = () => page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const expectTop = () => expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    // So that every screen can be scrolled.
    await page.addInitScript(() =>
      addEventListener('load', () => document.body.style.setProperty('padding', '0 0 900px')),
    )
    await page.goto('/languageassessment/quiz')
    await scrollDown()
    await page.getByRole('button', { name: 'German' }).click()
    await expect(page.getByRole('heading', { name: 'Your German test' })).toBeVisible()
    await expectTop()
    await scrollDown()
    await page.getByRole('button', { name: 'Start the test' }).click()
    await quiz.expectQuestion(1)
    await expectTop()
    await scrollDown()
    await quiz.option(4).click()
    await quiz.expectQuestion(2)
    await expectTop()
  })

  // `npm run browsers -- fold` measures all.
  test('long sentences and pictures need no scrolling, and every answer is large enough for a finger', async ({
    quiz,
  }) => {
    const bank: Item[] = JSON.parse(readFileSync('data/banks/spanish.json', 'utf8'))
    const pictures = bank.filter(({ image }) => image).slice(0, 2)
    const longest = bank.toSorted((one, other) => other.question.length - one.question.length).slice(0, 8)
    await quiz.startTest('spanish')
    for (const viewport of PHONE_VIEWPORTS) {
      await quiz.page.setViewportSize(viewport)
      const fits = await measureQuestions(quiz.page, [...pictures, ...longest])
      const misfits = fits.filter(({ hidden, error }) => hidden > 0 || error)
      expect(misfits, `${viewport.width}x${viewport.height}`).toEqual([])
    }
  })
})
