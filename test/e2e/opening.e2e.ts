import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Records every heading that is ever visible, from the first paint on. */
async function watchHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenHeadings: seen })
    const look = () => {
      const heading = document.querySelector('h1')
      if (heading && getComputedStyle(heading).visibility === 'visible') {
        const text = heading.textContent ?? ''
        if (seen.at(-1) !== text) seen.push(text)
      }
      requestAnimationFrame(look)
    }
    look()
  })
  return () => page.evaluate(() => (window as unknown as { seenHeadings: string[] }).seenHeadings)
}

const SELECT = 'I want to test my...'

test('each query opens its screen without showing another one first', async ({ quiz }) => {
  const { page } = quiz
  const seen = await watchHeadings(page)
  for (const [query, heading] of [
    ['', SELECT],
    ['?language=french', 'Your French test'],
    ['?language=latin', SELECT],
    ['?language=french&language=german', SELECT],
    ['?language=german&level=C2', 'Your German test'],
    ['?hl=tlh&language=korean', 'Your Korean test'],
  ] as const) {
    await page.goto(`/languageassessment/quiz${query}`)
    await expect.soft(page.getByRole('heading', { name: heading }), query).toBeVisible()
    expect.soft(await seen(), query).toEqual([heading])
  }
})

const stored = JSON.stringify({ level: 'B2', than: 77 })

test('a stored result takes precedence over the query and an open test, which it offers to continue, and no other screen flashes by', async ({
  quiz,
}) => {
  const { page } = quiz
  await quiz.answerByApi('french', 6)
  await page.goto('/languageassessment/how')
  await page.evaluate((value) => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', value), stored)
  const seen = await watchHeadings(page)
  const offer = page.getByRole('button', { name: 'Continue your French test, question 7 of 15' })
  for (const query of ['', '?language=german']) {
    await page.goto(`/languageassessment/quiz${query}`)
    await expect(offer).toBeVisible()
    expect(await seen()).toEqual(['Sign up to see your report card'])
  }
  await offer.click()
  await quiz.expectQuestion(7)
  await page.goBack()
  await expect(offer).toBeVisible()
  await page.evaluate(() => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', '{"level":"Z9","than":"x"}'))
  await page.goto('/languageassessment/quiz')
  await quiz.expectQuestion(7)
})

test.describe('in the mobile app', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 16) LanguageQuizApp/7.2' })

  test('a language in the URL leads to its guide, regardless of stored data and of a level in the URL', async ({
    quiz,
  }) => {
    const { page } = quiz
    await page.addInitScript((value) => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', value), stored)
    await page.goto('/languageassessment/quiz?language=french&level=C1')
    await expect(page.getByRole('heading', { name: 'Your French test' })).toBeVisible()
  })
})

test.describe('in a mini-program', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 16) MicroMessenger/8.0.50 miniProgram/wx0123456789abcdef' })

  test('the score page shows the level in its URL to signed-in people, no hint of it to others, and writes nothing', async ({
    quiz,
  }) => {
    const { page } = quiz
    const writes: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/v2/me/')) writes.push(request.url())
    })
    await page.route('https://res.wx.qq.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await page.goto('/languageassessment/quiz?language=french&level=C1')
    await expect(page.getByRole('heading', { name: 'Sign up to see your report card' })).toBeVisible()
    expect(await page.locator('main').innerText()).not.toMatch(/[ABC][12]|%|Confident|Vocabulary/)
    await quiz.signIn()
    const seen = await watchHeadings(page)
    await page.goto('/languageassessment/quiz?language=french&level=C1')
    await expect(page.getByText('Your French language level is C1')).toBeVisible()
    expect(await seen()).toEqual(['Confident Speaker'])
    const kept = await page.evaluate(() => JSON.parse(sessionStorage.getItem('ASSESSMENT_OPTION_STORE_KEY') ?? ''))
    expect(kept.level).toBe('C1')
    expect(kept.than).toBeGreaterThanOrEqual(85)
    expect(kept.than).toBeLessThanOrEqual(89)
    await page.waitForLoadState('networkidle')
    expect(writes).toEqual([])
  })
})

test('buttons pressed before the scripts arrive work once they do', async ({ quiz }) => {
  const { page } = quiz
  let mayCome = Promise.withResolvers<void>()
  await page.route('**/static/**/*.js', async (route) => {
    await mayCome.promise
    await route.continue()
  })
  const pressEarly = async (address: string, button: string) => {
    mayCome = Promise.withResolvers<void>()
    await page.goto(address, { waitUntil: 'commit' })
    await page.getByRole('button', { name: button }).click()
    mayCome.resolve()
  }
  await pressEarly('/languageassessment/quiz', 'French')
  await expect(page.getByRole('heading', { name: 'Your French test' })).toBeAttached()
  await pressEarly('/languageassessment/quiz?language=korean', 'Start the test')
  await quiz.expectQuestion(1)
  await quiz.signIn()
  await pressEarly('/account', 'Change nickname')
  await expect(page.getByLabel('Nickname', { exact: true })).toBeFocused()
})

test('the URL keeps the chosen language, even in another interface language, and the test can be left', async ({
  quiz,
}) => {
  const { page } = quiz
  await page.goto('/languageassessment/quiz')
  await page.getByRole('button', { name: 'Italian' }).click()
  await expect(page).toHaveURL(/[?]language=italian$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your Italian test' })).toBeVisible()
  await page.getByRole('button', { name: 'Change language' }).click()
  await page.getByRole('button', { name: 'French' }).click()
  await expect(page.locator('header a[hreflang="ja"]')).toHaveAttribute('href', /language=french.*hl=ja/)
  await page.getByRole('button', { name: 'Start the test' }).click()
  await quiz.answer(1, 2)
  await quiz.expectQuestion(3)
  await page.getByRole('button', { name: 'Leave the test' }).click()
  await page.getByRole('button', { name: 'Continue from question 3' }).click()
  await quiz.expectQuestion(3)
})

test('the landing page and the language choice lead back to the last result; its level stays behind the wall', async ({
  quiz,
}) => {
  const { page } = quiz
  await quiz.openResult('spanish')
  await expect(page.getByRole('heading', { name: 'Sign up to see your report card' })).toBeVisible()
  await page.goto('/languageassessment')
  await page.getByRole('link', { name: 'Your last result: Spanish', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign up to see your report card' })).toBeVisible()
  await quiz.signIn()
  await page.goto('/languageassessment')
  await expect(page.getByRole('link', { name: 'Your last result: Spanish, A1' })).toBeVisible()
  await page.goto('/languageassessment/quiz')
  await page.getByRole('button', { name: 'Your last result: Spanish, A1' }).click()
  await expect(page.getByText('Your Spanish language level is A1')).toBeVisible()
})

/** The digits of Arabic keyboards. */
const inArabic = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] as string)

test('signs in with a phone number as people type it and a code in Arabic digits', async ({
  quiz,
  context,
  server,
}) => {
  const { page } = quiz
  await context.addCookies([{ name: 'country_id', value: 'DE', url: server.origin }])
  await page.goto('/account?hl=en')
  await page.getByRole('button', { name: 'Continue with email or phone' }).click()
  const digits = String(randomInt(1e6, 1e7))
  const [start, end] = [digits.slice(0, 3), digits.slice(3)]
  await page.getByLabel('Email or phone number').fill(inArabic(`0049 (0)151/1${start}.${end}`))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`We sent a six-digit code to +49 1511 ${digits}.`)).toBeVisible()
  const code = await quiz.readCode(`+491511${digits}`)
  await page.getByLabel('Six-digit code').fill(inArabic(code).replace(/^.{3}/, '$& '))
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
})

test('an unfinished test is offered on the landing page, the language choice, and another guide; a language in the URL takes precedence', async ({
  quiz,
}) => {
  const { page } = quiz
  await quiz.answerByApi('spanish', 3)
  const name = 'Continue your Spanish test, question 4 of 15'
  await page.goto('/languageassessment/quiz?language=french')
  await expect(page.getByRole('heading', { name: 'Your French test' })).toBeVisible()
  await page.getByRole('button', { name }).click()
  await quiz.expectQuestion(4)
  await page.goto('/languageassessment')
  await page.getByRole('link', { name }).click()
  await quiz.expectQuestion(4)
  await page.goto('/languageassessment')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name }).click()
  await quiz.expectQuestion(4)
})

test('a bubble on the landing page leads to its language’s guide, so it takes two taps to the first question', async ({
  quiz,
}) => {
  const { page } = quiz
  await page.goto('/languageassessment')
  for (const name of ['English', 'French', 'Spanish', 'Korean', 'Japanese'])
    await page.getByRole('link', { name }).click({ trial: true })
  await page.getByRole('link', { name: 'German' }).click()
  await expect(page.getByRole('heading', { name: 'Your German test' })).toBeVisible()
  const words = (await page.locator('main').innerText()).split(/\s+/).length
  expect(words).toBeLessThanOrEqual(40)
  await page.getByRole('button', { name: 'Start the test' }).click()
  await quiz.expectQuestion(1)
})
