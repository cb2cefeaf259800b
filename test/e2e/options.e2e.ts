import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a tile is selected on press, confirmed on release, and canceled if the pointer slides off', async ({ quiz }) => {
  const { page } = quiz
  await quiz.startTest()
  const tile = quiz.option(1)
  const box = await tile.boundingBox()
  if (!box) throw new Error('no tile')
  await page.mouse.move(box.x + 20, box.y + 20)
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
  await page.keyboard.press('Enter')
  await quiz.expectQuestion(2)

  await expect(quiz.question).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(quiz.option(4).getByRole('radio')).toBeChecked()
  await page.keyboard.press('Space')
  await quiz.expectQuestion(3)

  await page.keyboard.press('9')
  await page.keyboard.press('Control+1')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(150)
  await quiz.expectQuestion(3)
  await page.keyboard.press('5')
  await quiz.expectQuestion(4)
})

test('Tab reaches the options, and Space confirms the one in focus', async ({ quiz }) => {
  const { page } = quiz
  await quiz.startTest()
  await page.keyboard.press('Tab')
  await expect(quiz.option(0).getByRole('radio')).toBeFocused()
  await page.keyboard.press('Space')
  await quiz.expectQuestion(2)
})

test('activation by assistive technology answers', async ({ quiz }) => {
  await quiz.startTest()
  await quiz
    .option(3)
    .getByRole('radio')
    .evaluate((input: HTMLInputElement) => input.click())
  await quiz.expectQuestion(2)
})

test('a held key and a double click answer only one question', async ({ quiz }) => {
  await quiz.startTest()
  await quiz.option(4).dblclick()
  await quiz.page.waitForTimeout(300)
  await quiz.expectQuestion(2)
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
})
