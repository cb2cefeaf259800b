import { expect, test } from './fixtures.ts'

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
