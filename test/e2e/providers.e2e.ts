import type { Page } from '@playwright/test'
import { expect, type QuizPage, test } from './fixtures.ts'

const WALL = 'Sign up to see your report card'

/** To the wall of a finished test, in Russia, which shows all three buttons. @returns the result's `than` */
async function reachWall(quiz: QuizPage, origin: string): Promise<number> {
  const { page } = quiz
  await page.context().addCookies([{ name: 'country_id', value: 'RU', url: origin }])
  await quiz.openResult('spanish')
  await expect(page.getByRole('heading', { name: WALL })).toBeVisible()
  return page.evaluate(() => JSON.parse(sessionStorage.ASSESSMENT_OPTION_STORE_KEY).than)
}

async function expectResult(page: Page, than: number): Promise<void> {
  await expect(page.getByText('Your Spanish language level is A1')).toBeVisible()
  await expect(page.getByText(`You scored higher than ${than}%`)).toBeVisible()
  await expect(page.locator('[inert]')).toHaveCount(0)
  await expect(page).toHaveURL(/\/languageassessment\/quiz\?language=spanish#?$/)
}

for (const [provider, person] of [
  ['Google', 'Ada Lovelace'],
  ['Facebook', 'Nikolai Gogol'],
  ['VK', 'Nikolai Gogol'],
] as const)
  test(`from the wall to ${provider} and back on the same result, now clear`, async ({ quiz, server }) => {
    const { page } = quiz
    const than = await reachWall(quiz, server.origin)
    await page.getByRole('link', { name: `Continue with ${provider}` }).click()
    await expect(page.getByRole('heading', { name: `Sign in with ${provider}` })).toBeVisible()
    expect(new URL(page.url()).origin).not.toBe(server.origin)
    await page.getByRole('button', { name: `Continue as ${person}` }).click()
    await expectResult(page, than)
    await page.getByRole('main').getByRole('link', { name: 'your account' }).click()
    await expect(page.getByText(person, { exact: true })).toBeVisible()
    await expect(page.getByText(provider, { exact: true })).toBeVisible()
    await expect(page.getByText('A1 on')).toBeVisible()
  })

test('signing in on a listed web path leads to the dashboard, on others back to it', async ({ quiz }) => {
  const { page } = quiz
  for (const [next, path] of [
    ['/es/learn/spanish', '/account'],
    ['/', '/account'],
    ['/languageassessment/how', '/languageassessment/how'],
  ] as const) {
    await page.goto(`/auth/google?next=${encodeURIComponent(next)}`)
    await page.getByRole('button', { name: 'Continue as Ada Lovelace' }).click()
    await expect(page).toHaveURL((url) => url.pathname === path)
  }
})

test('canceling at the provider leads back to the wall, with a message, and other ways work', async ({
  quiz,
  server,
}) => {
  const { page } = quiz
  const than = await reachWall(quiz, server.origin)
  for (const provider of ['Google', 'Facebook', 'VK']) {
    await page.getByRole('link', { name: `Continue with ${provider}` }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Sign-in canceled.')).toBeVisible()
    await expect(page.getByRole('heading', { name: WALL })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Continue as Nikolai Gogol' }).click()
  await expectResult(page, than)
})

test('Google’s verified address leads to the account that has it, Facebook’s does not', async ({ quiz }) => {
  const { page } = quiz
  await page.goto('/account')
  await page.getByRole('link', { name: 'Continue with Facebook' }).click()
  await page.getByRole('button', { name: 'Continue as Lena Learner' }).click()
  // The same outcome whether or not an account has the address.
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
  await expect(signOut).toBeVisible()
  await expect(page.getByText('learner@demo.invalid')).toHaveCount(0)
  await signOut.click()
  await expect(page.getByRole('heading', { name: 'Language Assessment' })).toBeVisible()
  await page.goto('/account')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Continue as Lena Learner' }).click()
  await expect(page.getByText('learner@demo.invalid')).toBeVisible()
})
