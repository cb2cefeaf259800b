import type { Locator, Page } from '@playwright/test'
import { QUESTIONS } from '#quiz/constants.ts'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a tile is selected on press, confirmed on release, and canceled if the pointer slides off', async ({ quiz }) => {
  const { page } = quiz
  await quiz.startTest()
  const tile = quiz.option(1)
  const box = await tile.boundingBox()
  if (!box) throw new Error('no tile')
  await tile.hover({ position: { x: 20, y: 20 } })
  await page.mouse.down()
  await expect(tile.getByRole('radio')).toBeChecked()
  await page.mouse.move(box.x + 20, box.y - 300)
  await expect(tile.getByRole('radio')).not.toBeChecked()
  await page.mouse.up()
  await page.waitForTimeout(150)
  await quiz.expectQuestion(1)

  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.up()
  await quiz.expectQuestion(2)
})

test('the right mouse button answers nothing', async ({ quiz }) => {
  await quiz.startTest()
  await quiz.option(0).click({ button: 'right' })
  await quiz.page.waitForTimeout(150)
  await quiz.expectQuestion(1)
})

test('arrow keys move the selection and never submit; Enter, Space and digits confirm', async ({ quiz }) => {
  const { page } = quiz
  await quiz.startTest()
  await expect(quiz.question).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(quiz.option(0).getByRole('radio')).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(quiz.option(2).getByRole('radio')).toBeChecked()
  await page.waitForTimeout(150)
  await quiz.expectQuestion(1)
  await quiz.pressKey('Enter')
  await quiz.expectQuestion(2)

  await expect(quiz.question).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(quiz.option(4).getByRole('radio')).toBeChecked()
  await quiz.pressKey('Space')
  await quiz.expectQuestion(3)

  await quiz.pressKey('9')
  await page.keyboard.press('Control+1')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(150)
  await quiz.expectQuestion(3)
  await quiz.pressKey('5')
  await quiz.expectQuestion(4)
})

test('Tab reaches the options, and Space confirms the one in focus', async ({ quiz }) => {
  const { page } = quiz
  await quiz.startTest()
  await page.keyboard.press('Tab')
  await expect(quiz.option(0).getByRole('radio')).toBeFocused()
  await quiz.pressKey('Space')
  await quiz.expectQuestion(2)
})

test('activation by assistive technology answers', async ({ quiz }) => {
  await quiz.startTest()
  await expect(quiz.option(3)).toHaveCSS('pointer-events', 'auto')
  await quiz
    .option(3)
    .getByRole('radio')
    .evaluate((input: HTMLInputElement) => input.click())
  await quiz.expectQuestion(2)
})

test('a held key, a double click, a triple click and a doubled key answer only one question', async ({ quiz }) => {
  const { page } = quiz
  await quiz.startTest()
  await quiz.option(4).dblclick()
  await page.waitForTimeout(300)
  await quiz.expectQuestion(2)
  await quiz.option(4).click({ clickCount: 3, delay: 80 })
  await page.waitForTimeout(300)
  await quiz.expectQuestion(3)
  for (const key of ['5', 'Enter']) {
    await page.waitForTimeout(600)
    const position = Number(await quiz.question.getAttribute('data-question'))
    await page.evaluate(doublePress, key)
    await quiz.expectQuestion(position + 1)
    await page.waitForTimeout(600)
    await quiz.expectQuestion(position + 1)
  }
})

/** In the page: presses a key again 50 ms after it has brought the next question. */
async function doublePress(key: string): Promise<void> {
  const question = () => document.querySelector('fieldset') as HTMLFieldSetElement
  const first = question()
  const press = () => {
    for (const each of ['ArrowUp', key])
      question().dispatchEvent(new KeyboardEvent('keydown', { key: each, bubbles: true, cancelable: true }))
  }
  press()
  while (question() === first) await new Promise(requestAnimationFrame)
  await new Promise((resolve) => setTimeout(resolve, 50))
  press()
}

test('a press that began before the question was there does not answer it', async ({ quiz }) => {
  const { page } = quiz
  await quiz.startTest()
  await quiz.option(4).hover()
  await quiz.pressKey('5')
  await page.mouse.down()
  await quiz.expectQuestion(2)
  await page.waitForTimeout(600)
  await page.mouse.up()
  await page.waitForTimeout(200)
  await quiz.expectQuestion(2)
})

test('somebody who has read the question is heard', async ({ quiz }) => {
  const { page } = quiz
  await quiz.startTest()
  for (let position = 1; position < 6; position++) {
    await quiz.expectQuestion(position)
    const { x, y } = await quiz.middle(4)
    await page.mouse.move(x, y)
    await page.waitForTimeout(500)
    await page.mouse.down()
    await page.mouse.up()
  }
  await quiz.expectQuestion(6)
})

test('digits answer by their place on the keyboard, on every layout', async ({ quiz }) => {
  const { page } = quiz
  await quiz.startTest()
  const typed = (key: string, code: string, shiftKey = false) =>
    page.evaluate((init) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true })), {
      key,
      code,
      shiftKey,
    })
  const answering = [
    ['&', 'Digit1'],
    ['٢', 'Digit2'],
    ['3', 'Digit3', true],
    ['4', 'Numpad4'],
    ['٥', 'Numpad5'],
    ['1', ''],
  ] as const
  let position = 1
  for (const [key, code, shiftKey] of answering) {
    await quiz.expectQuestion(position)
    await expect(quiz.option(0)).toHaveCSS('pointer-events', 'auto')
    await typed(key, code, shiftKey)
    position += 1
  }
  await quiz.expectQuestion(position)
  await expect(quiz.option(0)).toHaveCSS('pointer-events', 'auto')
  for (const [key, code, shiftKey] of [
    ['!', 'Digit1', true],
    ['ArrowLeft', 'Numpad4'],
    ['6', 'Digit6'],
    ['-', 'Minus'],
  ] as const)
    await typed(key, code, shiftKey)
  await page.waitForTimeout(150)
  await quiz.expectQuestion(position)
})

for (const motion of ['no-preference', 'reduce'] as const) {
  test(`at a round's border, a slow network shows life before the next round is there: motion ${motion}`, async ({
    quiz,
  }) => {
    const { page } = quiz
    await page.emulateMedia({ reducedMotion: motion })
    let reply = () => {}
    const isReleased = new Promise<void>((resolve) => {
      reply = resolve
    })
    await page.route('**/answers/3', async (route) => {
      await isReleased
      await route.continue()
    })
    await quiz.startTest()
    await quiz.answer(1, 3)
    await expect(quiz.question).toHaveAttribute('aria-busy', 'true')
    const opacity = () => quiz.option(4).evaluate((tile) => Number(getComputedStyle(tile).opacity))
    await expect.poll(opacity, { intervals: [50] }).toBeLessThan(0.9)
    await quiz.expectQuestion(3)
    reply()
    await quiz.expectQuestion(4)
    await expect(quiz.question).not.toHaveAttribute('aria-busy')
    expect(await opacity()).toBe(1)
  })
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('a tap answers, and scrolling from a tile does not', async ({ quiz }) => {
    await quiz.startTest()
    await quiz.option(2).tap()
    await quiz.expectQuestion(2)
    const box = await quiz.option(2).boundingBox()
    if (!box) throw new Error('no tile')
    const session = await quiz.page.context().newCDPSession(quiz.page)
    const point = { x: box.x + 30, y: box.y + 20 }
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
    for (let y = point.y; y > point.y - 200; y -= 20)
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: point.x, y }] })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await quiz.page.waitForTimeout(200)
    await quiz.expectQuestion(2)
  })

  for (const pointerType of ['touch', 'pen'] as const)
    test(`a double tap answers only one question: ${pointerType}`, async ({ quiz }) => {
      await quiz.startTest()
      const { x, y } = await quiz.middle(4)
      const session = await quiz.page.context().newCDPSession(quiz.page)
      const touch = (type: 'touchStart' | 'touchEnd') =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' ? [{ x, y }] : [] })
      const press = (type: 'mousePressed' | 'mouseReleased') =>
        session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1, pointerType: 'pen' })
      for (const wait of [600, 150, 200]) {
        await quiz.page.waitForTimeout(wait)
        if (pointerType === 'touch') await touch('touchStart').then(() => touch('touchEnd'))
        else await press('mousePressed').then(() => press('mouseReleased'))
      }
      await quiz.page.waitForTimeout(600)
      await quiz.expectQuestion(2)
    })

  test('a finger already down when the question came does not answer it', async ({ quiz }) => {
    await quiz.startTest()
    const { x, y } = await quiz.middle(4)
    const session = await quiz.page.context().newCDPSession(quiz.page)
    for (const held of [80, 700]) {
      await quiz.page.waitForTimeout(600)
      const position = Number(await quiz.question.getAttribute('data-question'))
      await quiz.page.keyboard.press('5')
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
      await quiz.expectQuestion(position + 1)
      await quiz.page.waitForTimeout(held)
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await quiz.page.waitForTimeout(200)
      await quiz.expectQuestion(position + 1)
    }
  })
})

/** Tab reaches the control within a page's worth of steps, with a visible focus at each step. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let steps = 0; steps < 60; steps++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    expect(await unseenFocus(page)).toBe('')
  }
  throw new Error(`Tab does not lead to ${control}`)
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
    const hasRing = boxShadow !== 'none' || outlineStyle !== 'none'
    return hasRing && isInside ? '' : shown.outerHTML
  })
}

async function press(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

test('keyboard only: from the landing through the test and the sign-up to sharing and the account', async ({
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
  for (let position = 1; position <= QUESTIONS; position++) {
    await quiz.expectQuestion(position)
    await expect(quiz.question).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await quiz.pressKey(position % 2 ? 'Enter' : 'Space')
  }
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
