import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { measureQuestions, PHONE_VIEWPORTS } from '#harness/question-fit.ts'
import type { Item } from '#quiz/bank.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { expect, test } from './fixtures.ts'

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

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1440, height: 900 }],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport })

    test('nothing moves from the landing to the wall, the report and the public report', async ({ quiz }) => {
      const { page } = quiz
      const expectStill = await watchShifts(page)
      await slowDown(page)
      await page.goto('/languageassessment')
      await expectStill('landing')
      await page.getByRole('button', { name: 'Start' }).click()
      await expect(page.getByRole('heading', { name: 'I want to test my...' })).toBeVisible()
      await expectStill('choice')
      await page.getByRole('button', { name: 'English', exact: true }).click()
      // The screen changes with the press, and the footer with it.
      await page.reload()
      await expectStill('guide')
      await page.getByRole('button', { name: 'Start the test' }).click()
      await quiz.answer(1, 2)
      await quiz.expectQuestion(3)
      await expectStill('test')
      await page.reload()
      await quiz.answer(3, QUESTIONS, 0)
      const wall = page.getByRole('heading', { name: 'Sign up to see your report card' })
      await expect(wall).toBeVisible()
      await expectStill('wall after the test')
      await page.reload()
      await expect(wall).toBeVisible()
      await expectStill('wall')
      await quiz.signIn()
      await page.reload()
      await expect(page.getByRole('button', { name: 'Retake' })).toBeVisible()
      await expectStill('report')
      await page.goto(await quiz.shareReport())
      await expectStill('public report')
    })
  })
}

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
      const misfits = fits.filter(({ hidden, fault }) => hidden > 0 || fault)
      expect(misfits, `${viewport.width}x${viewport.height}`).toEqual([])
    }
  })
})
