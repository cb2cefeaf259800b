import type { Locator, Page } from '@playwright/test'
import { QUESTIONS } from '#quiz/constants.ts'
import { expect, test } from './fixtures.ts'

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
    await page.keyboard.press(position % 2 ? 'Enter' : 'Space')
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
