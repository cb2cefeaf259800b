import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' }, savesData: false })

test('a learner goes from the landing to a level', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Language Assessment' })).toBeVisible()
  await expect(
    page.getByText('Let us determine your current language level by answering some questions in 3 minutes!'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Start' }).click()

  await expect(page.getByRole('heading', { name: 'I want to test my...' })).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(8)
  await page.getByRole('button', { name: 'English', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Your English test' })).toBeVisible()
  await page.getByRole('button', { name: 'Start the test' }).click()

  await expect(page.getByText('Pick the most suitable word:')).toBeVisible()
  await quiz.answer(1, 6)
  await expect(page.getByText('Pick the matching word:')).toBeVisible()
  await expect(quiz.question.getByRole('img')).toHaveJSProperty('naturalWidth', 195)
  await quiz.finishTest(7)

  await expect(page.getByRole('heading', { name: 'Almost done!' })).toBeVisible()
  await expect(page.getByText("We're calculating your results...")).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Eager to Learn' })).toBeVisible()
  await expect(page.getByText('Your English language level is A1')).toBeVisible()
  await expect(page.getByText(/^You scored higher than 4[5-9]%$/)).toBeVisible()
  await expect(page.getByText('*This is only an estimate and not an official CEFR certification.')).toBeVisible()

  const stored = await page.evaluate(() => JSON.parse(sessionStorage.getItem('ASSESSMENT_OPTION_STORE_KEY') ?? 'null'))
  expect(stored).toEqual({ level: 'A1', than: expect.any(Number) })
  expect(Object.keys(stored)).toEqual(['level', 'than'])

  await page.getByRole('button', { name: 'Retake' }).click()
  await quiz.expectQuestion(1)
})

test('after the result: a reload shows it again, other languages can be tested, the landing forgets it', async ({
  quiz,
}) => {
  const { page } = quiz
  await quiz.signIn()
  await quiz.reachEnd('french')
  await expect(page.getByText('Your French language level is A1')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Your French language level is A1')).toBeVisible()
  await page.goto('/languageassessment/quiz?language=german')
  await expect(page.getByText('Your French language level is A1')).toBeVisible()
  await page.getByRole('button', { name: 'Test other languages' }).click()
  await expect(page.getByRole('heading', { name: 'I want to test my...' })).toBeVisible()
  await page.goto('/languageassessment')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { name: 'I want to test my...' })).toBeVisible()
})

/** The test's end as it turns into the result. */
type Turn = {
  /** What stood there when buttons were shown without the heading in focus. */
  early: string[]
  /** What moved. */
  moved: string[]
  /** The number of controls, and those that a press would have missed. */
  seen: number
  lost: string[]
}

/** Watches the page from the last question on. */
async function watchTurn(page: Page): Promise<() => Promise<Turn>> {
  // The preloaded code has arrived.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const turn: Turn = { early: [], moved: [], seen: 0, lost: [] }
    Object.assign(window, { turn })
    new MutationObserver(() => {
      const buttons = document.querySelector('main:not(:has(fieldset)) button')
      if (buttons && document.activeElement?.tagName !== 'H1')
        turn.early.push(document.querySelector('main')?.innerText ?? '')
    }).observe(document.body, { subtree: true, childList: true })
    const note = () => {
      for (const { effect } of document.getAnimations())
        if (effect instanceof KeyframeEffect) turn.moved.push(effect.pseudoElement ?? '')
    }
    const look = () => {
      const controls = [...document.querySelectorAll('header a, main a, main button')]
      const lost = controls.filter((control) => {
        // A link may wrap: its first line.
        const [{ x, y, width, height } = new DOMRect()] = control.getClientRects()
        if (y + height > innerHeight || width === 0 || getComputedStyle(control).visibility === 'hidden') return false
        return !control.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
      Object.assign(turn, { seen: controls.length, lost: lost.map((control) => control.textContent) })
    }
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (change) => {
      const transition = start(change)
      void transition.ready.then(note)
      void transition.ready.then(look)
      return transition
    }
  })
  return () => page.evaluate(() => (window as unknown as { turn: Turn }).turn)
}

for (const [who, heading] of [
  ['who is signed in', 'Eager to Learn'],
  ['a visitor', 'Sign up to see your report card'],
] as const) {
  test(`the result appears at once for ${who}: its buttons are never there without its heading in focus, and can be pressed while the test’s end still turns into it`, async ({
    quiz,
  }) => {
    const { page } = quiz
    if (who !== 'a visitor') await quiz.signIn()
    await quiz.reachLastQuestion('german')
    const turn = await watchTurn(page)
    await quiz.option(4).click()
    await expect(page.getByRole('heading', { name: heading })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Share my report' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retake' })).toBeVisible()
    await expect(page.locator('html')).not.toHaveClass(/morphing/)
    const { early, moved, seen, lost } = await turn()
    expect(early).toEqual([])
    expect(seen).toBeGreaterThan(4)
    expect(lost).toEqual([])
    // The dial turns into the badge.
    if (who !== 'a visitor') expect(moved).toContain('::view-transition-group(badge)')
  })
}

test('if motion is not welcome, nothing moves when the result appears', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  await quiz.reachLastQuestion('german')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const turn = await watchTurn(page)
  await quiz.option(4).click()
  await expect(page.getByText('Your German language level is A1')).toBeVisible()
  await expect(page.locator('html')).not.toHaveClass(/morphing/)
  expect((await turn()).moved).toEqual([])
})
