import { LOCALES } from '#contract/locales.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { expect, test } from './fixtures.ts'

test('200 % text and a 320-pixel screen need no horizontal scrolling', async ({ quiz }) => {
  const { page } = quiz
  await page.setViewportSize({ width: 320, height: 640 })
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(':root { font-size: 200% }')
      document.adoptedStyleSheets = [sheet]
    })
  })
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  for (const hl of ['de', 'ar', 'en'])
    for (const path of ['/languageassessment', '/languageassessment/quiz', '/languageassessment/how', '/account']) {
      await page.goto(`${path}?hl=${hl}`)
      expect(await overflow(), `${path} ${hl}`).toBe(0)
    }
  await quiz.startTest('german')
  for (let position = 1; position <= QUESTIONS; position++) {
    await quiz.expectQuestion(position)
    expect(await overflow()).toBe(0)
    await quiz.option(position % 3).click()
  }
  await expect(page.getByRole('heading', { name: 'Sign up to see your report card' })).toBeVisible()
  expect(await overflow()).toBe(0)
  await quiz.signIn()
  await page.reload()
  await expect(page.getByText('You scored higher than')).toBeVisible()
  expect(await overflow()).toBe(0)
  await page.goto('/account?hl=de')
  expect(await overflow()).toBe(0)
})

/**
 * The words that stand on two lines, and the page's width if it is wider than the screen. Names and addresses of people
 * may be of any length.
 */
function brokenWords(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const broken = scrollWidth > clientWidth ? [`${scrollWidth} wide`] : []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement
    if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.closest('bdi')) continue
    for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/[\p{L}\p{M}\p{N}]{2,}/gu)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const { height } = range.getBoundingClientRect()
      const [line] = range.getClientRects()
      if (line && height > 1.5 * line.height) broken.push(word)
    }
  }
  return broken
}

test('words stay whole and nothing scrolls sideways, on phones and tablets, in long and in cursive words', async ({
  quiz,
}) => {
  const { page } = quiz
  const look = async (place: string) => {
    for (const width of [390, 768, 1024]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(brokenWords), `${place}, ${width} px`).toEqual([])
    }
  }
  await quiz.signIn()
  await quiz.answerByApi('german', QUESTIONS)
  for (const hl of ['de', 'ar']) {
    for (const path of [
      '/languageassessment',
      '/languageassessment/quiz',
      '/languageassessment/quiz?language=german',
      '/languageassessment/how',
      '/account',
      await quiz.shareReport(),
    ]) {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}hl=${hl}`)
      await look(`${path} ${hl}`)
    }
    await page.goto(`/languageassessment?hl=${hl}`)
    await page.goto(`/languageassessment/quiz?hl=${hl}#last`)
    await expect(page.locator('article h2').first()).toBeVisible()
    await look(`report ${hl}`)
  }
})

test('on a phone the name in the header keeps to one line, or hides', async ({ quiz }) => {
  const { page } = quiz
  await page.setViewportSize({ width: 390, height: 844 })
  for (const hl of LOCALES) {
    await page.goto(`/languageassessment/how?hl=${hl}`)
    const name = page.locator('header a').first().locator('span')
    const lines = await name.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
    expect(lines, hl).toBe(1)
  }
})

test('a wide gap takes only its punctuation along to the next line', async ({ quiz }) => {
  const { page } = quiz
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/v1/assessments?*', async (route) => {
    const reply = await route.fetch()
    const { data } = await reply.json()
    const first = {
      ...data.questions[0],
      question: 'We have always ____, I think.',
      options: ['b', 'c', 'd', 'had been wondering so'],
    }
    await route.fulfill({
      response: reply,
      json: { data: { ...data, questions: [first, ...data.questions.slice(1)] } },
    })
  })
  await quiz.startTest()
  const sentence = quiz.question.locator('p[lang="en"]')
  const tops = await sentence.evaluate((element) => {
    const topOf = (word: string) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.nodeValue?.indexOf(word) ?? -1
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + word.length)
        return Math.round(range.getBoundingClientRect().top / 10)
      }
      throw new Error(`no ${word}`)
    }
    return { we: topOf('We'), always: topOf('always'), comma: topOf(',') }
  })
  expect(tops.always).toBe(tops.we)
  expect(tops.comma).toBeGreaterThan(tops.we)
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
