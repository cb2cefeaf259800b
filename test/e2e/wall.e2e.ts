import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, QuizPage, test } from './fixtures.ts'

const WALL = 'Sign up to see your report card'

const store = (page: Page, level: string, than: number) =>
  page.addInitScript(
    ([key, value]) => sessionStorage.setItem(key as string, value as string),
    ['ASSESSMENT_OPTION_STORE_KEY', JSON.stringify({ level, than })],
  )

test('a logged-out visitor’s pages for an A1 and a C2 result are identical', async ({ browser, server }) => {
  const pages: string[] = []
  for (const [level, than] of [
    ['A1', 47],
    ['C2', 98],
  ] as const) {
    const context = await browser.newContext({ baseURL: server.origin })
    const page = await context.newPage()
    await store(page, level, than)
    await page.goto('/languageassessment/quiz?language=french')
    await expect(page.getByRole('heading', { name: WALL })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const html = await page.evaluate(() => {
      for (const node of document.querySelectorAll('[nonce]')) node.removeAttribute('nonce')
      return [document.title, document.documentElement.outerHTML]
    })
    pages.push(html.join('\n'))
    expect(await page.locator('main').innerText()).not.toMatch(/[ABC][12]|%|Eager|Master/)
    await context.close()
  }
  expect(pages[0]).toBe(pages[1])
})

test('after a test, the wall covers an inert placeholder, and sign-up by email shows the same result', async ({
  quiz,
}) => {
  const { page } = quiz
  // As typed on a Japanese keyboard, with an invisible mark.
  const name = randomUUID()
  const [typed, target] = [`\u3000${name}＠example。test\u200b`, `${name}@example.test`]
  await quiz.reachEnd('spanish')
  await expect(page.getByRole('heading', { name: WALL })).toBeFocused()
  await expect(page.getByText('Your Spanish language level')).toHaveCount(0)
  await expect(page.locator('[inert]')).toHaveCSS('filter', /blur/)
  await expect(page.getByRole('main').getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms')
  await expect(page.getByRole('main').getByRole('link', { name: 'Privacy notice' })).toHaveAttribute('href', '/privacy')
  await expect(page.getByText('at least 16 years old')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retake' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Test other languages' })).toBeEnabled()
  const than = await page.evaluate(() => JSON.parse(sessionStorage.ASSESSMENT_OPTION_STORE_KEY).than)

  await page.getByRole('button', { name: 'Continue with email or phone' }).click()
  await expect(page.getByLabel('Email or phone number')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter your email or phone number.')).toBeVisible()
  await page.getByLabel('Email or phone number').fill(typed)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`We sent a six-digit code to ${target}.`)).toBeVisible()
  const input = page.getByLabel('Six-digit code')
  await expect(input).toBeFocused()
  await expect(input).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(input).toHaveAttribute('inputmode', 'numeric')
  await expect(page.getByRole('button', { name: /^Resend code in \d+ s$/ })).toHaveAttribute('aria-disabled', 'true')
  const code = await quiz.readCode(target)
  await input.fill(`${code.slice(0, 3)} ${code.slice(3)}`)

  await expect(page.getByRole('heading', { name: 'Eager to Learn' })).toBeVisible()
  await expect(page.getByText('Your Spanish language level is A1')).toBeVisible()
  await expect(page.getByText(`You scored higher than ${than}%`)).toBeVisible()
  await expect(page.locator('[inert]')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'your account' }).click()
  await expect(page.getByText('A1 on')).toBeVisible()
})

// Without the fixture `quiz`: the browser itself logs refused requests to the console.
test('an invalid target and a wrong code are explained; Escape closes the dialog and returns the focus', async ({
  page,
}) => {
  await page.goto('/account')
  const link = page.getByRole('button', { name: 'Continue with email or phone' })
  await link.click()
  const target = page.getByLabel('Email or phone number')
  await target.fill('nobody@')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'That doesn’t look like a valid email' })).toBeVisible()
  await expect(target).toHaveAttribute('aria-invalid', 'true')
  await target.fill('+850 192 123 4567')
  await page.keyboard.press('Enter')
  await expect(page.getByText('We can’t send codes to numbers in North Korea. Use your email instead.')).toBeVisible()

  const address = `${randomUUID()}@example.test`
  await target.fill(address)
  await page.keyboard.press('Enter')
  const digits = page.getByLabel('Six-digit code')
  await digits.fill('12')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter all six digits.')).toBeVisible()
  const code = await new QuizPage(page).readCode(address)
  await digits.fill(code === '111111' ? '222222' : '111111')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code isn’t right.')).toBeVisible()
  await expect(digits).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(link).toBeFocused()
})

test('offers the ways to sign up in China, and explains a failed or canceled sign-in once', async ({
  quiz,
  context,
  server,
}) => {
  const { page } = quiz
  await store(page, 'B1', 66)
  for (const [outcome, sentence] of [
    ['failed', 'We couldn’t sign you in.'],
    ['cancelled', 'Sign-in canceled.'],
  ] as const) {
    await page.goto(`/languageassessment/quiz?language=german&sign_in=${outcome}`)
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page).toHaveURL(/\?language=german$/)
  }
  await expect(page.getByRole('link', { name: /^Continue with/ })).toHaveText([
    'Continue with Google',
    'Continue with Facebook',
  ])
  await context.addCookies([{ name: 'country_id', value: 'CN', url: server.origin }])
  await page.goto('/languageassessment/quiz?language=german&hl=en')
  await expect(page.getByRole('heading', { name: WALL })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Continue with/ })).toHaveCount(0)
  const link = page.getByRole('button', { name: 'Continue with email or phone' })
  // The button and the link form one group.
  await expect(link.locator('..').getByRole('button')).toHaveText([/^CONTINUE with email\/phone$/i, /.+/])
})

test.describe('in a browser inside an app', () => {
  test.use({ userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605 Instagram 350.0' })

  test("the buttons are the usual ones, and Google's has a hint", async ({ quiz }) => {
    const { page } = quiz
    await store(page, 'B1', 66)
    await page.goto('/languageassessment/quiz')
    const ways = page.locator('section').locator('a[href^="/auth/"], button')
    await expect(ways).toHaveText(['Continue with Google', 'Continue with Facebook', 'Continue with email or phone'])
    await expect(page.getByRole('link', { name: 'Continue with Google' })).toHaveAccessibleDescription(
      /open this page in your browser/,
    )
  })
})

/** Goes to the wall of a finished test in Russia, where it shows all three buttons. @returns the result's `than` */
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
  test(`from the wall to ${provider} and back to the same result, now visible; canceling also leads back`, async ({
    quiz,
    server,
  }) => {
    const { page } = quiz
    const than = await reachWall(quiz, server.origin)
    const way = page.getByRole('link', { name: `Continue with ${provider}` })
    await way.click()
    await expect(page.getByRole('heading', { name: `Sign in with ${provider}` })).toBeVisible()
    expect(new URL(page.url()).origin).not.toBe(server.origin)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Sign-in canceled.')).toBeVisible()
    await expect(page.getByRole('heading', { name: WALL })).toBeVisible()
    await way.click()
    await page.getByRole('button', { name: `Continue as ${person}` }).click()
    await expectResult(page, than)
    await page.getByRole('main').getByRole('link', { name: 'your account' }).click()
    await expect(page.getByText(person, { exact: true })).toBeVisible()
    await expect(page.getByText(provider, { exact: true })).toBeVisible()
    await expect(page.getByText('A1 on').first()).toBeVisible()
  })

test('signing in on a listed web path leads to the dashboard, on other paths back to the page', async ({ quiz }) => {
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

test('Google’s verified address signs in to the account that has it; Facebook’s does not', { tag: '@slow' }, async ({
  quiz,
}) => {
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
