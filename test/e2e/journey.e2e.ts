import { readFileSync } from 'node:fs'
import type { Page, Response } from '@playwright/test'
import type { Item } from '#quiz/bank.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { expect, type QuizPage, test } from './fixtures.ts'

/** The first picture of a test. */
const PICTURE_POSITION = 7

/** "I don't know" among the options. */
const UNKNOWN = 4

/** The right answers, by the question's sentence or its picture's key. */
function keysOf(language: Language): Map<string, string> {
  const bank: Item[] = JSON.parse(readFileSync(`data/banks/${language}.json`, 'utf8'))
  return new Map(bank.map(({ question, image, correct }) => [image || question.replace('____', ''), correct[0] ?? '']))
}

/** The index of the right option of the question on the page. */
async function findRight({ question }: QuizPage, keys: Map<string, string>): Promise<number> {
  const picture = question.locator('img')
  const stem = (await picture.count())
    ? ((await picture.getAttribute('src'))?.match(/(\w+)\.jpg$/)?.[1] ?? '')
    : await question.locator('p[lang]').textContent()
  const options = await question.locator('label span[lang]').allTextContents()
  return options.indexOf(keys.get(stem ?? '') as string)
}

test.describe('with default settings', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test.describe('with prefetched pictures', () => {
    test.use({ savesData: false })

    test('a learner goes from the landing page down to pictures and up to a level, reopens the result, and continues', async ({
      quiz,
    }) => {
      const { page } = quiz
      const asked: URL[] = []
      page.on('request', (request) => asked.push(new URL(request.url())))
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

      const letResultCome = await quiz.holdResult()
      const keys = keysOf('english')
      const picture = quiz.question.locator('img')
      for (let position = 1; position <= QUESTIONS; position++) {
        await quiz.expectQuestion(position)
        if (position === PICTURE_POSITION) await expect(picture).toHaveJSProperty('naturalWidth', 195)
        const isPicture = (await picture.count()) > 0
        await expect(
          page.getByText(isPicture ? 'Pick the matching word:' : 'Pick the most suitable word:'),
        ).toBeVisible()
        const key = position < PICTURE_POSITION ? UNKNOWN : await findRight(quiz, keys)
        // Clicks retry only every half second until a question accepts them, so most answers use the keyboard.
        if ([1, PICTURE_POSITION, QUESTIONS].includes(position)) await quiz.option(key).click()
        else await quiz.answer(position, position, key)
      }
      await expect(page.getByRole('heading', { name: 'Almost done!' })).toBeVisible()
      await expect(page.getByText("We're calculating your results...")).toBeVisible()
      letResultCome()
      await expect(page.getByRole('heading', { name: 'Language Talent' })).toBeVisible()
      await expect(page.getByText('Your English language level is B2')).toBeVisible()
      await expect(page.getByText(/^You scored higher than 7[5-9]%$/)).toBeVisible()
      await expect(page.getByText('*This is only an estimate and not an official CEFR certification.')).toBeVisible()
      const stored = await page.evaluate(() => JSON.parse(sessionStorage.ASSESSMENT_OPTION_STORE_KEY))
      expect(stored).toEqual({ level: 'B2', than: expect.any(Number) })
      expect(Object.keys(stored)).toEqual(['level', 'than'])
      // Outside apps and mini-programs, there are no requests to other hosts or for signatures.
      expect(new Set(asked.map(({ host }) => host)).size).toBe(1)
      expect(asked.filter(({ href }) => /jsapi|messaging-app|mini-program|jweixin/.test(href))).toEqual([])

      await page.goBack()
      await expect(page.getByRole('button', { name: 'Start the test' })).toBeVisible()
      await page.goForward()
      await expect(page.getByText('Your English language level is B2')).toBeVisible()
      await page.reload()
      await expect(page.getByText('Your English language level is B2')).toBeVisible()
      await page.goto('/languageassessment/quiz?language=german')
      await expect(page.getByText('Your English language level is B2')).toBeVisible()
      await page.getByRole('button', { name: 'Test other languages' }).click()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Your account' })).toHaveAttribute(
        'href',
        '/account',
      )
      await page.getByRole('button', { name: 'Your last result: English, B2' }).click()
      await page.getByRole('button', { name: 'Retake' }).click()
      await quiz.expectQuestion(1)
      await page.goto('/languageassessment')
      await page.getByRole('button', { name: 'Start' }).click()
      await expect(page.getByRole('heading', { name: 'I want to test my...' })).toBeVisible()
    })
  })

  /** The test's end as it turns into the result. */
  type Turn = {
    /** The screen content when buttons appeared without the heading in focus. */
    early: string[]
    /** Elements that moved. */
    moved: string[]
    /** The number of controls, and those that a press would have missed. */
    seen: number
    lost: string[]
  }

  /** Watches the page from the last question on. */
  async function watchTurn(page: Page): Promise<() => Promise<Turn>> {
    // Wait for the preloaded code.
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
          // In a collapsed section.
          if (!control.checkVisibility()) return false
          // Links may wrap, so use the first line.
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
    ['signed in', 'Eager to Learn'],
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

  test('with reduced motion nothing moves when the result appears, and the counter announces only its final value', async ({
    quiz,
  }) => {
    const { page } = quiz
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await quiz.reachLastQuestion('german')
    const turn = await watchTurn(page)
    // Everything that a live region ever says.
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
    const letResultCome = await quiz.stayAtEnd()
    await expect(page.getByRole('heading', { name: 'Almost done!' })).toBeFocused()
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    letResultCome()
    await expect(page.getByRole('heading', { name: 'Sign up to see your report card' })).toBeVisible()
    await expect(page.locator('html')).not.toHaveClass(/morphing/)
    expect((await turn()).moved).toEqual([])
    expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([])
  })
})

test('sentence and options are marked with their language', async ({ quiz }) => {
  await quiz.reachLastQuestion('japanese', QUESTIONS)
  await expect(quiz.question.locator('p[lang="ja"]')).toHaveText(/[぀-ヿ]/)
  await expect(quiz.question.locator('label span[lang="ja"]')).toHaveCount(4)
  const letResultCome = await quiz.holdResult()
  await quiz.answer(QUESTIONS, QUESTIONS, await findRight(quiz, keysOf('japanese')))
  letResultCome()
  await expect
    .poll(() => quiz.page.evaluate(() => JSON.parse(sessionStorage.ASSESSMENT_OPTION_STORE_KEY ?? '{}').level))
    .toBe('C2')
})

test('static files are precompressed and cached forever, and shared caches never store pages', async ({ request }) => {
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

test('the landing page loads no React, and the quiz only its own code', async ({ page }) => {
  const replies: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') replies.push(response)
  })
  await page.goto('/languageassessment', { waitUntil: 'networkidle' })
  const scripts = await Promise.all(replies.map((response) => response.text()))
  expect(scripts.join('').length).toBeLessThan(7000)
  await expect(page.locator('link[rel="modulepreload"]')).not.toHaveCount(0)
})

for (const [what, formats] of [
  ['result', ['A4']],
  ['public report', ['A4', 'Letter', 'A5']],
] as const)
  test(`the ${what} prints on one page`, { tag: '@slow' }, async ({ quiz }) => {
    const { page } = quiz
    await quiz.signIn()
    if (what === 'result') {
      await page.addInitScript(() => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', '{"level":"B2","than":77}'))
      await page.goto('/languageassessment/quiz')
      await expect(page.getByRole('heading', { name: 'Language Talent' })).toBeVisible()
    } else {
      await page.goto(await quiz.shareReport())
      await page.evaluate(() => {
        window.print = () => document.body.setAttribute('data-printed', '')
      })
      await page.getByRole('button', { name: 'Print or save as PDF' }).click()
      await expect(page.locator('[data-printed]')).toHaveCount(1)
    }
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
    for (const format of formats) {
      const pdf = (await page.pdf({ format, printBackground: true })).toString('latin1')
      expect([format, pdf.match(/\/Type\s*\/Page\b/g)?.length]).toEqual([format, 1])
    }
  })
