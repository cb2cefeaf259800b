import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

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

for (const [who, heading] of [
  ['who is signed in', 'Eager to Learn'],
  ['a visitor', 'Sign up to see your report card'],
] as const) {
  test(`the result appears at once for ${who}: its buttons are never there without its heading in focus`, async ({
    quiz,
  }) => {
    const { page } = quiz
    if (who !== 'a visitor') await quiz.signIn()
    await quiz.reachLastQuestion('german')
    // The preloaded code has arrived.
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => {
      const early: string[] = []
      Object.assign(window, { early })
      new MutationObserver(() => {
        const buttons = document.querySelector('main:not(:has(fieldset)) button')
        if (buttons && document.activeElement?.tagName !== 'H1')
          early.push(document.querySelector('main')?.innerText ?? '')
      }).observe(document.body, { subtree: true, childList: true })
    })
    await quiz.option(4).click()
    await expect(page.getByRole('heading', { name: heading })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Share my report' })).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { early: string[] }).early)).toEqual([])
  })
}

for (const motion of ['no-preference', 'reduce'] as const) {
  test(`the dial of the test's end turns into the badge, if motion is welcome: ${motion}`, async ({ quiz }) => {
    const { page } = quiz
    await quiz.signIn()
    await quiz.reachLastQuestion('german')
    await page.emulateMedia({ reducedMotion: motion })
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => {
      const moved: string[] = []
      Object.assign(window, { moved })
      const start = document.startViewTransition.bind(document)
      document.startViewTransition = (change) => {
        const transition = start(change)
        const note = () => {
          for (const { effect } of document.getAnimations())
            if (effect instanceof KeyframeEffect) moved.push(effect.pseudoElement ?? '')
        }
        void transition.ready.then(note)
        return transition
      }
    })
    await quiz.option(4).click()
    await expect(page.getByText('Your German language level is A1')).toBeVisible()
    await expect(page.locator('html')).not.toHaveClass(/morphing/)
    const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved)
    expect(moved.includes('::view-transition-group(badge)')).toBe(motion === 'no-preference')
    if (motion === 'reduce') expect(moved).toEqual([])
  })
}

for (const who of ['signed out', 'signed in'] as const) {
  test(`what the test’s end turns into can be pressed while it still does: ${who}`, async ({ quiz }) => {
    const { page } = quiz
    if (who === 'signed in') await quiz.signIn()
    await quiz.reachLastQuestion('german')
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document)
      document.startViewTransition = (change) => {
        const transition = start(change)
        const look = () => {
          const controls = [...document.querySelectorAll('header a, main a, main button')]
          const lost = controls.filter((control) => {
            // A link may wrap: its first line.
            const [{ x, y, width, height } = new DOMRect()] = control.getClientRects()
            if (y + height > innerHeight || width === 0 || getComputedStyle(control).visibility === 'hidden')
              return false
            return !control.contains(document.elementFromPoint(x + width / 2, y + height / 2))
          })
          Object.assign(window, { seen: controls.length, lost: lost.map((control) => control.textContent) })
        }
        void transition.ready.then(look)
        return transition
      }
    })
    await quiz.option(4).click()
    await expect(page.getByRole('button', { name: 'Retake' })).toBeVisible()
    const [seen, lost] = await page.evaluate(() => {
      const looked = window as unknown as { seen: number; lost: string[] }
      return [looked.seen, looked.lost] as const
    })
    expect(seen).toBeGreaterThan(4)
    expect(lost).toEqual([])
  })
}
