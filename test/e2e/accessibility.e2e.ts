import type { Page } from '@playwright/test'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { axeFindings, expect, test } from './fixtures.ts'

async function expectNoFindings(page: Page, screen: string): Promise<void> {
  expect(await axeFindings(page, screen)).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any screen, ${colorScheme}`, async ({ quiz }) => {
    const { page } = quiz
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/languageassessment')
    await expectNoFindings(page, 'landing')
    await page.goto('/languageassessment/how')
    await expectNoFindings(page, 'how this test works')
    await page.goto('/languageassessment/quiz')
    await expectNoFindings(page, 'select')
    await page.getByRole('button', { name: 'Korean' }).click()
    await expectNoFindings(page, 'guide')
    await page.getByRole('button', { name: 'Start the test' }).click()
    await quiz.expectQuestion(1)
    await expectNoFindings(page, 'sentence')
    await quiz.answer(1, 6)
    await quiz.expectQuestion(7)
    await expectNoFindings(page, 'picture')
    await quiz.finishTest(7)
    await expect(page.getByRole('heading', { name: 'Almost done!' })).toBeVisible()
    await expectNoFindings(page, 'test end')
    await expect(page.getByRole('heading', { name: 'Sign up to see your report card' })).toBeVisible()
    await expectNoFindings(page, 'wall')
    await quiz.signIn()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Eager to Learn' })).toBeVisible()
    await expectNoFindings(page, 'result')
    await page.getByRole('button', { name: 'Share my report' }).click()
    await expect(page.getByRole('region', { name: 'What others will see' })).toContainText('level: A1')
    await expectNoFindings(page, 'share sheet')
    await page.getByRole('button', { name: 'Community' }).click()
    await expect(page.getByLabel('Add a few words')).toBeVisible()
    await expectNoFindings(page, 'share sheet with a post')
  })
}

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
  for (const path of ['/languageassessment', '/languageassessment/how']) {
    await page.goto(path)
    expect(await overflow()).toBe(0)
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
})
