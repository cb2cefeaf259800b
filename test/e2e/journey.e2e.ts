import { readFileSync } from 'node:fs'
import type { Page, Response } from '@playwright/test'
import { QUESTIONS, ROUND_SIZE } from '#quiz/constants.ts'
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '#quiz/languages.ts'
import { expect, test } from './fixtures.ts'

test.describe('as most people see it', () => {
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

    const stored = await page.evaluate(() =>
      JSON.parse(sessionStorage.getItem('ASSESSMENT_OPTION_STORE_KEY') ?? 'null'),
    )
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
          // Folded.
          if (!control.checkVisibility()) return false
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
})

type Item = { question: string; correct: string[] }

function keysOf(language: Language): Map<string, string> {
  const bank: Item[] = JSON.parse(readFileSync(`data/banks/${language}.json`, 'utf8'))
  return new Map(
    bank.filter((item) => item.question).map((item) => [item.question.replace('____', ''), item.correct[0] ?? '']),
  )
}

for (const language of LANGUAGES) {
  test(`a perfect quiz in ${language}, in its own script`, async ({ quiz }) => {
    const keys = keysOf(language)
    // One whole quiz; of the other languages the last round, after right answers only.
    const last = language === 'english' ? 1 : QUESTIONS - ROUND_SIZE + 1
    if (last > 1) await quiz.reachQuestion(last, language, QUESTIONS)
    else await quiz.startTest(language)
    const letResultCome = await quiz.holdResult()
    for (let position = last; position <= QUESTIONS; position++) {
      await quiz.expectQuestion(position)
      const stem = quiz.question.locator(`p[lang="${LANGUAGE_TAGS[language]}"]`)
      const key = keys.get((await stem.textContent()) ?? '')
      await expect(quiz.question.locator(`label span[lang="${LANGUAGE_TAGS[language]}"]`)).toHaveCount(4)
      await quiz.question
        .locator('label')
        .filter({ has: quiz.page.getByText(key as string, { exact: true }) })
        .click()
    }
    await expect(quiz.page.getByRole('heading', { name: 'Almost done!' })).toBeVisible()
    letResultCome()
    await expect
      .poll(() => quiz.page.evaluate(() => JSON.parse(sessionStorage.ASSESSMENT_OPTION_STORE_KEY ?? '{}').level))
      .toBe('C2')
  })
}

test('static files are precompressed and cached for good, pages never from a shared cache', async ({ request }) => {
  const page = await request.get('/languageassessment/quiz')
  expect(page.headers()['cache-control']).toBe('private, no-store')
  const script = (await page.text()).match(/src="(\/static\/assets\/[^"]+)"/)?.[1] ?? ''
  const file = await request.get(script, { headers: { 'accept-encoding': 'br' } })
  expect(file.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  })
  const picture = await request.get('/static/image/languageassessment/apple.jpg')
  expect(picture.headers()).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=86400' })
  expect(await picture.body()).toHaveLength(Number(picture.headers()['content-length']))
})

test('the landing loads no React, and the quiz only its own code', async ({ page }) => {
  const replies: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') replies.push(response)
  })
  await page.goto('/languageassessment', { waitUntil: 'networkidle' })
  const scripts = await Promise.all(replies.map((response) => response.text()))
  expect(scripts.join('').length).toBeLessThan(7000)
  await expect(page.locator('link[rel="modulepreload"]')).not.toHaveCount(0)
})

test('the result prints on one page without its buttons', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  await page.addInitScript(() => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', '{"level":"B2","than":77}'))
  await page.goto('/languageassessment/quiz')
  await expect(page.getByRole('heading', { name: 'Language Talent' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Retake' })).toBeHidden()
  await expect(page.getByText('You scored higher than 77%')).toBeVisible()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
