import type { Locator, Page } from '@playwright/test'
import { ANSWER_DELAY_MS, QUESTIONS, ROUND_SIZE } from '#quiz/constants.ts'
import { expect, type QuizPage, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/**
 * Shows the first question and stops the page's clock: time passes in the test's steps, so a slow machine doesn't
 * affect which presses come within half a second.
 */
async function startWithoutTime(quiz: QuizPage) {
  const { clock } = quiz.page
  const pass = (ms: number) => clock.runFor(ms)
  await clock.install()
  await quiz.startTest()
  await clock.pauseAt(Date.now() + 60_000)
  return {
    pass,
    /** Advances the clock until the new question accepts answers. */
    wait: async () => {
      // The half second starts only then.
      await expect(quiz.question).toBeFocused()
      await pass(UNREAD_MS)
      await expect(quiz.option(0)).toHaveCSS('pointer-events', 'auto')
    },
  }
}

/** How long a new question ignores answers. */
const UNREAD_MS = 450
/** Much longer than any delay on the test screen. */
const LONG_MS = 2000

test('a tile is selected on press, confirmed on release, and canceled if the pointer slides off', async ({ quiz }) => {
  const { page } = quiz
  const { pass } = await startWithoutTime(quiz)
  await quiz.option(0).click({ button: 'right' })
  await pass(LONG_MS)
  await quiz.expectQuestion(1)

  const tile = quiz.option(1)
  const gap = quiz.question.getByRole('img', { name: 'blank' })
  const word = quiz.question.locator('[data-word]').nth(1)
  const boxes = () => Promise.all([gap.boundingBox(), quiz.option(4).boundingBox()])
  await tile.hover({ position: { x: 20, y: 20 } })
  const before = await boxes()
  await page.mouse.down()
  await expect(tile.getByRole('radio')).toBeChecked()
  await expect(word).toHaveCSS('visibility', 'visible')
  expect(await boxes()).toEqual(before)
  await page.mouse.move(2, 2)
  await expect(tile.getByRole('radio')).not.toBeChecked()
  await expect(word).toHaveCSS('visibility', 'hidden')
  await page.mouse.up()
  await pass(LONG_MS)
  await quiz.expectQuestion(1)

  await tile.hover({ position: { x: 20, y: 20 } })
  await page.mouse.down()
  await page.mouse.up()
  await pass(ANSWER_DELAY_MS)
  await quiz.expectQuestion(2)
})

test('arrow keys move the selection and never submit; Enter, Space, digits and assistive technology confirm', async ({
  quiz,
}) => {
  const { page } = quiz
  const { pass, wait } = await startWithoutTime(quiz)
  const comes = async (position: number) => {
    await pass(ANSWER_DELAY_MS)
    await quiz.expectQuestion(position)
    await wait()
  }
  const stays = async (position: number) => {
    await pass(LONG_MS)
    await quiz.expectQuestion(position)
  }
  await expect(quiz.question).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(quiz.option(0).getByRole('radio')).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(quiz.option(2).getByRole('radio')).toBeChecked()
  await stays(1)
  await page.keyboard.press('Enter')
  await comes(2)

  await page.keyboard.press('ArrowUp')
  await expect(quiz.option(4).getByRole('radio')).toBeChecked()
  await page.keyboard.press('Space')
  await comes(3)

  await page.keyboard.press('9')
  await page.keyboard.press('Control+1')
  await page.keyboard.press('Enter')
  await stays(3)
  // The key is held down.
  await page.keyboard.down('5')
  await comes(4)
  await page.keyboard.down('5')
  await stays(4)
  await page.keyboard.up('5')

  await page.keyboard.press('Tab')
  await expect(quiz.option(0).getByRole('radio')).toBeFocused()
  await page.keyboard.press('Space')
  await comes(5)
  await quiz
    .option(3)
    .getByRole('radio')
    .evaluate((input: HTMLInputElement) => input.click())
  await comes(6)

  // Digits by their position on the keyboard, in every layout.
  const typed = (key: string, code: string, shiftKey = false) =>
    page.evaluate((init) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true })), {
      key,
      code,
      shiftKey,
    })
  let position = 6
  for (const [key, code, shiftKey] of [
    ['&', 'Digit1'],
    ['٢', 'Digit2'],
    ['3', 'Digit3', true],
    ['4', 'Numpad4'],
    ['٥', 'Numpad5'],
    ['1', ''],
  ] as const) {
    await typed(key, code, shiftKey)
    position += 1
    await comes(position)
  }
  for (const [key, code, shiftKey] of [
    ['!', 'Digit1', true],
    ['ArrowLeft', 'Numpad4'],
    ['6', 'Digit6'],
    ['-', 'Minus'],
  ] as const)
    await typed(key, code, shiftKey)
  await stays(position)
})

test("a question ignores presses that can't be meant for it, and accepts any after half a second", async ({ quiz }) => {
  const { page } = quiz
  const { pass, wait } = await startWithoutTime(quiz)
  const press = async () => {
    await page.mouse.down()
    await page.mouse.up()
  }
  const aim = async () => {
    const { x, y } = await quiz.middle(4)
    await page.mouse.move(x, y)
  }
  await aim()
  let position = 1
  const answers = async (answer: () => Promise<void>) => {
    await answer()
    await pass(ANSWER_DELAY_MS)
    position += 1
    // The next round may come later, and then waits for its turn: time passes in steps too short to matter below.
    const next = page.getByRole('heading', { name: `Question ${position} of ${QUESTIONS}` })
    while ((await next.count()) === 0) await pass(10)
    await expect(quiz.question).toBeFocused()
    await aim()
  }
  const ways = [
    press,
    () => page.keyboard.press('5'),
    async () => {
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
    },
  ]
  for (const answer of ways) {
    await answers(answer)
    // A double click or keystroke, and a third.
    for (const ms of [1, 200, 200]) {
      await pass(ms)
      await answer()
    }
    await pass(LONG_MS)
    await quiz.expectQuestion(position)
    await expect(quiz.option(0)).toHaveCSS('pointer-events', 'auto')
    await answers(answer)
    await wait()
  }

  // Started before the question appeared.
  await answers(async () => {
    await page.keyboard.press('5')
    await page.mouse.down()
  })
  await pass(LONG_MS)
  await page.mouse.up()
  await pass(LONG_MS)
  await quiz.expectQuestion(position)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('a tap answers; scrolling from a tile, a double tap, and a finger already down do not', async ({ quiz }) => {
    const { page } = quiz
    const { pass, wait } = await startWithoutTime(quiz)
    await quiz.option(2).tap()
    await pass(ANSWER_DELAY_MS)
    await quiz.expectQuestion(2)
    await wait()
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints })
    const { x, y } = await quiz.middle(2)
    await touch('touchStart', [{ x, y }])
    for (let to = y; to > y - 200; to -= 20) await touch('touchMove', [{ x, y: to }])
    await touch('touchEnd', [])
    await pass(LONG_MS)
    await quiz.expectQuestion(2)

    const pen = (type: 'mousePressed' | 'mouseReleased', at: { x: number; y: number }) =>
      session.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1, pointerType: 'pen' })
    let position = 2
    for (const pointer of ['touch', 'pen'] as const) {
      const at = await quiz.middle(4)
      for (const ms of [0, ANSWER_DELAY_MS, 150, 200]) {
        await pass(ms)
        if (ms === ANSWER_DELAY_MS) {
          position += 1
          await quiz.expectQuestion(position)
          await expect(quiz.question).toBeFocused()
        }
        if (pointer === 'touch') await touch('touchStart', [at]).then(() => touch('touchEnd', []))
        else await pen('mousePressed', at).then(() => pen('mouseReleased', at))
      }
      await pass(LONG_MS)
      await quiz.expectQuestion(position)
      await expect(quiz.option(0)).toHaveCSS('pointer-events', 'auto')
    }

    const at = await quiz.middle(4)
    for (const held of [80, 700]) {
      await page.keyboard.press('5')
      await touch('touchStart', [at])
      await pass(ANSWER_DELAY_MS)
      position += 1
      await quiz.expectQuestion(position)
      await expect(quiz.question).toBeFocused()
      await pass(held)
      await touch('touchEnd', [])
      await pass(LONG_MS)
      await quiz.expectQuestion(position)
      await expect(quiz.option(0)).toHaveCSS('pointer-events', 'auto')
    }
  })
})

test('between rounds on a slow network, the page shows progress, with or without motion', { tag: '@slow' }, async ({
  quiz,
}) => {
  const { page } = quiz
  await quiz.startTest()
  let from = 1
  for (const motion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion: motion })
    const { promise: mayReply, resolve: reply } = Promise.withResolvers<void>()
    const last = from + ROUND_SIZE - 1
    await page.route(`**/answers/${last}`, async (route) => {
      await mayReply
      await route.continue()
    })
    await quiz.answer(from, last)
    await expect(quiz.question).toHaveAttribute('aria-busy', 'true')
    const opacity = () => quiz.option(4).evaluate((tile) => Number(getComputedStyle(tile).opacity))
    await expect.poll(opacity, { intervals: [50] }).toBeLessThan(0.9)
    await quiz.expectQuestion(last)
    reply()
    from = last + 1
    await quiz.expectQuestion(from)
    await expect(quiz.question).not.toHaveAttribute('aria-busy')
    expect(await opacity()).toBe(1)
  }
})

/** Tab reaches the control within a page's worth of steps, with a visible focus at each step. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let steps = 0; steps < 60; steps++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    await expect.poll(() => unseenFocus(page), { intervals: [100] }).toBe('')
  }
  throw new Error(`Tab doesn't reach ${control}`)
}

/**
 * WCAG 2.2, 2.4.7 and 2.4.11: the focused element if its focus is invisible or outside the window; '' if all is well.
 */
function unseenFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    if (element === document.body) return ''
    // A tile shows the focus of its radio button.
    const shown = element.matches('input[type="radio"]') ? (element.closest('label') ?? element) : element
    const { boxShadow, outlineStyle } = getComputedStyle(shown)
    const { top, bottom, left, right } = shown.getBoundingClientRect()
    const isInside = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    // Raised buttons have a shadow even without focus.
    const hasRing = boxShadow.includes(' 0px 0px 0px 6px') || outlineStyle !== 'none'
    return hasRing && isInside ? '' : shown.outerHTML
  })
}

async function press(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

test('keyboard only: from the landing page through the test and the sign-up to sharing and the account', async ({
  quiz,
}) => {
  const { page } = quiz
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/languageassessment')
  await press(page, button('Start'))
  await press(page, page.getByRole('button', { name: 'German' }), 'Space')
  await expect(page.getByRole('heading', { name: 'Your German test' })).toBeFocused()
  await press(page, button('Start the test'))
  const letResultCome = await quiz.holdResult()
  for (const [index, key] of ['Enter', 'Space'].entries()) {
    await quiz.expectQuestion(index + 1)
    await expect(quiz.question).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(quiz.option(4)).toHaveCSS('pointer-events', 'auto')
    await page.keyboard.press(key)
  }
  await quiz.expectQuestion(3)
  await quiz.reachLastQuestion('german')
  await quiz.answer(QUESTIONS, QUESTIONS)
  await expect(page.getByRole('heading', { name: 'Almost done!' })).toBeFocused()
  letResultCome()

  const wall = page.getByRole('heading', { name: 'Sign up to see your report card' })
  await expect(wall).toBeVisible()
  await press(page, button('Continue with email or phone'))
  await expect(page.getByLabel('Email or phone number')).toBeFocused()
  const email = `${crypto.randomUUID()}@example.test`
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await page.keyboard.type(await quiz.readCode(email))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Eager to Learn' })).toBeVisible()
  await press(page, button('Share my report'))
  const sheet = page.getByRole('dialog', { name: 'Share my report' })
  await tabTo(page, sheet.getByRole('button', { name: 'Copy link' }))
  await page.keyboard.press('Escape')
  await expect(button('Share my report')).toBeFocused()

  await page.goto('/account')
  await press(page, button('Change nickname'))
  await expect(page.getByLabel('Nickname', { exact: true })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Kim')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Kim', { exact: true })).toBeVisible()
  await press(page, button('Delete my account'))
  await expect(page.getByLabel('Type DELETE to confirm')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button('Delete my account')).toBeFocused()
  await press(page, button('Sign out'))
  await expect(page.getByRole('heading', { name: 'Language Assessment' })).toBeVisible()
})
