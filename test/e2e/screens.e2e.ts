import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { axeFindingsInBothThemes } from '#harness/axe-findings.ts'
import { measureQuestions, PHONE_VIEWPORTS } from '#harness/question-fit.ts'
import type { Item } from '#quiz/bank.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { expect, type QuizPage, test } from './fixtures.ts'
import { SCREEN_TREES } from './screen-trees.ts'

type Shift = PerformanceEntry & { value: number; sources: { node: Element | Text | null }[] }

/** Records movements on the page from the first paint, including those within half a second of a press. */
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
    expect(await takeShifts(page), screen).toEqual([])
  }
}

/** Layout shifts since the last call, through the frame after the last late part. */
function takeShifts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    return (window as unknown as { shifts: string[] }).shifts.splice(0)
  })
}

/** Delays late-loading parts so each arrives in its own frame. */
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
 * Words broken across lines, and the page's width if it's wider than the screen. Skips people's names and addresses,
 * which may have any length.
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

/** On phones and tablets, no word breaks and nothing scrolls sideways, even at 200% text on 320 px. */
async function expectWholeWords(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize()
  for (const width of [360, 390, 768, 1024]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(brokenWords), `${screen}, ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 640 })
  const overflow = await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(':root { font-size: 200% }')
    document.adoptedStyleSheets = [sheet]
    const { scrollWidth, clientWidth } = document.documentElement
    document.adoptedStyleSheets = []
    return scrollWidth - clientWidth
  })
  expect([screen, overflow]).toEqual([screen, 0])
  if (before) await page.setViewportSize(before)
}

/** Right to left, no wider than the screen, and every target large enough. axe looks at the English screen. */
async function expectFitRightToLeft(page: Page, screen: string): Promise<void> {
  await expect(page.locator('html[lang="ar"][dir="rtl"]')).toBeAttached()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect([screen, overflow]).toEqual([screen, 0])
  expect([screen, await smallTargets(page)]).toEqual([screen, []])
  await expectWholeWords(page, screen)
}

/** From the landing page to the result of a German test: asserts no layout shift and calls `look` on each screen. */
async function visitScreens(quiz: QuizPage, locale: string, look: (screen: string) => Promise<void>) {
  const { page } = quiz
  const expectStill = await watchShifts(page)
  await slowDown(page)
  const visit = async (screen: string) => {
    await expectStill(screen)
    await look(screen)
    await takeShifts(page)
  }
  await page.goto(`/languageassessment?hl=${locale}`)
  await visit('landing')
  await page.goto('/languageassessment/quiz')
  await visit('select')
  await page.locator('main li button').nth(3).click()
  const flag = page.locator('main img[src*="german"]')
  await expect(flag).toBeVisible()
  // The press changes both screen and footer.
  await page.reload()
  await expect(flag).toBeVisible()
  await visit('guide')
  await page.locator('main button').last().click()
  await expect(page.locator('fieldset[data-question="1"] p[lang="de"]')).toHaveCSS('direction', 'ltr')
  await visit('sentence')
  await quiz.answer(1, 1)
  await expect(page.locator('fieldset[data-question="2"]')).toBeVisible()
  await expectStill('the next question')
  await quiz.answerByApi('german', 6)
  await page.reload()
  await page.locator('main button').nth(1).click()
  await expect(page.locator('fieldset[data-question="7"] img')).toBeVisible()
  await visit('picture')
  await quiz.answerByApi('german', QUESTIONS - 1)
  await page.reload()
  await page.locator('main button').nth(1).click()
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

const expectNoFindings = async (page: Page, screen: string) =>
  expect(await axeFindingsInBothThemes(page, screen)).toEqual([])

test('desktop: no layout shift, no axe violations, and the accessibility tree matches each screen, in reading order', async ({
  quiz,
}) => {
  const { page } = quiz
  await page.setViewportSize({ width: 1440, height: 900 })
  await visitScreens(quiz, 'en', async (screen) => {
    await expect(page.locator('body')).toMatchAriaSnapshot(SCREEN_TREES[screen] as string)
    await expectNoFindings(page, screen)
  })
})

test('no axe violations on pages, or in the sign-in and account dialogs', async ({ quiz }) => {
  const { page } = quiz
  for (const path of [
    '/languageassessment/how',
    '/languageassessment/accessibility',
    '/terms',
    '/privacy',
    '/teachers/german',
    '/account',
  ]) {
    await page.goto(path)
    await expectNoFindings(page, path)
  }
  await page.getByRole('button', { name: 'Continue with email or phone' }).click()
  await expect(page.getByLabel('Email or phone number')).toBeVisible()
  await expectNoFindings(page, 'sign-in')
  await quiz.signIn()
  const report = await quiz.shareReport()
  await page.goto('/account')
  await expectNoFindings(page, 'account')
  await page.getByRole('button', { name: 'Manage link' }).click()
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expectNoFindings(page, 'public link')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible()
  await expectNoFindings(page, 'delete')
  await page.goto(report)
  await expectNoFindings(page, 'public report')
})

test('no axe violations in anything opened from the result: card and purpose, share sheet, review and practice', async ({
  quiz,
}) => {
  const { page } = quiz
  await quiz.signIn()
  await page.request.post('/v2/me/onboarding', {
    data: { primary_learning_language: 'german', primary_learning_level: 2 },
  })
  await quiz.openResult('japanese', 1)
  await expect(page.getByRole('button', { name: 'Use' })).toBeVisible()
  await page.getByText('What you got right').click()
  const questions = page.getByRole('article', { name: /^Question/ })
  for (const question of [questions.first(), questions.last()]) await question.locator('summary').click()
  await questions
    .first()
    .getByRole('button', { name: /^Report this question/ })
    .click()
  await expectNoFindings(page, 'card and review')
  await page.getByRole('button', { name: 'Use' }).click()
  await page.getByRole('button', { name: 'Work' }).click()
  await expectNoFindings(page, 'purpose')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Try the ones you missed' }).click()
  const practice = page.getByRole('region', { name: 'Try the ones you missed' })
  await expectNoFindings(page, 'practice')
  await practice.getByRole('group').getByRole('button').first().click()
  await expectNoFindings(page, 'an answer in practice')
  await page.getByRole('button', { name: 'Share my report' }).click()
  await page.getByRole('button', { name: 'Community' }).click()
  await expect(page.getByLabel('Add a few words')).toBeVisible()
  await expect(page.getByRole('img', { name: 'What others will see (A1)' })).toBeVisible()
  await expectNoFindings(page, 'share sheet with a post')
})

test('phone in Arabic: no layout shift; everything is right to left and fits, with 24-pixel targets', async ({
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

test('long German words neither break nor scroll sideways, folded or unfolded', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  const report = await quiz.shareReport()
  const paths = ['', '/quiz', '/quiz?language=german', '/how'].map((path) => `/languageassessment${path}`)
  for (const path of [...paths, '/account', report]) {
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}hl=de`)
    await expectWholeWords(page, path)
  }
  await quiz.openResult('german', 1)
  await expect(page.locator('article h2').first()).toBeVisible()
  for (const summary of await page.locator('article summary').all()) await summary.click()
  await expectWholeWords(page, 'result')
  await page.getByRole('button', { name: 'Fehler noch mal üben' }).click()
  await page.getByRole('region').getByRole('group').getByRole('button').first().click()
  await expectWholeWords(page, 'practice')
})

test('the error page is right to left too', async ({ page }) => {
  await page.goto('/nothing?hl=ar')
  await expectFitRightToLeft(page, 'error')
})

test('content from a slow marketplace fills its reserved space and moves nothing', async ({ quiz }) => {
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

test.describe('in the space left by phone browsers', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 553 } })

  test('every screen and question opens at its top', async ({ quiz }) => {
    const { page } = quiz
    const scrollDown = () => page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const expectTop = () => expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    // Makes every screen scrollable.
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
  test('long sentences and pictures need no scrolling, and answers are large enough to tap', async ({ quiz }) => {
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

test('a wide gap wraps with its punctuation only', async ({ quiz }) => {
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
