import type { Page } from '@playwright/test'
import { QUESTIONS } from '#quiz/constants.ts'
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

test('each query opens on its screen and shows nothing else before', async ({ quiz }) => {
  const { page } = quiz
  const seen = await watchHeadings(page)
  for (const [query, heading] of [
    ['', SELECT],
    ['?language=french', 'Your French test'],
    ['?language=latin', SELECT],
    ['?language=', SELECT],
    ['?language=french&language=german', SELECT],
    ['?level=C2', SELECT],
    ['?language=german&level=C2', 'Your German test'],
    ['?hl=tlh&language=korean', 'Your Korean test'],
  ] as const) {
    await page.goto(`/languageassessment/quiz${query}`)
    await expect.soft(page.getByRole('heading', { name: heading }), query).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect.soft(await seen(), query).toEqual([heading])
  }
})

const stored = JSON.stringify({ level: 'B2', than: 77 })

test('a stored result comes before the query, without a flash of another screen', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  await page.addInitScript((value) => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', value), stored)
  const seen = await watchHeadings(page)
  await page.goto('/languageassessment/quiz?language=french')
  await expect(page.getByText('You scored higher than 77%')).toBeVisible()
  expect(await seen()).toEqual(['Language Talent'])
})

test('a stored result comes before an open test, and offers to continue it', async ({ quiz }) => {
  const { page } = quiz
  await quiz.answerByApi('french', 6)
  await page.goto('/languageassessment/how')
  await page.evaluate((value) => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', value), stored)
  const seen = await watchHeadings(page)
  const offer = page.getByRole('button', { name: 'Continue your French test, question 7 of 15' })
  for (let visit = 1; visit <= 2; visit++) {
    await page.goto('/languageassessment/quiz')
    await expect(offer).toBeVisible()
    expect(await seen()).toEqual(['Sign up to see your report card'])
  }
  await offer.click()
  await quiz.expectQuestion(7)
  await page.goBack()
  await expect(offer).toBeVisible()
})

test('an invalid stored result is ignored', async ({ quiz }) => {
  const { page } = quiz
  await page.addInitScript(() => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', '{"level":"Z9","than":"x"}'))
  await page.goto('/languageassessment/quiz')
  await expect(page.getByRole('heading', { name: SELECT })).toBeVisible()
})

test.describe('in the mobile app', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 16) LanguageQuizApp/7.2' })

  test('a stored result does not come first', async ({ quiz }) => {
    const { page } = quiz
    await page.addInitScript((value) => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', value), stored)
    await page.goto('/languageassessment/quiz?language=french')
    await expect(page.getByRole('heading', { name: 'Your French test' })).toBeVisible()
  })

  test('a language in the URL leads to its guide, whatever the level next to it', async ({ quiz }) => {
    const { page } = quiz
    await page.goto('/languageassessment/quiz?language=french&level=C1')
    await expect(page.getByRole('heading', { name: 'Your French test' })).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('ASSESSMENT_OPTION_STORE_KEY'))).toBeNull()
  })
})

test.describe('in a mini-program', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 16) MicroMessenger/8.0.50 miniProgram/wx0123456789abcdef' })

  test('the score page shows the level in its URL', async ({ quiz }) => {
    const { page } = quiz
    await page.route('https://res.wx.qq.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await quiz.signIn()
    const seen = await watchHeadings(page)
    await page.goto('/languageassessment/quiz?language=french&level=C1')
    await expect(page.getByText('Your French language level is C1')).toBeVisible()
    expect(await seen()).toEqual(['Confident Speaker'])
    const kept = await page.evaluate(() => JSON.parse(sessionStorage.getItem('ASSESSMENT_OPTION_STORE_KEY') ?? ''))
    expect(kept.level).toBe('C1')
    expect(kept.than).toBeGreaterThanOrEqual(85)
    expect(kept.than).toBeLessThanOrEqual(89)
  })
})

/** Opens a page and presses a button of it before its scripts arrive. */
async function pressEarly(page: Page, address: string, button: string): Promise<void> {
  let letScriptsCome = () => {}
  const scriptsMayCome = new Promise<void>((resolve) => {
    letScriptsCome = resolve
  })
  await page.route('**/static/**/*.js', async (route) => {
    await scriptsMayCome
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('button', { name: button }).click()
  letScriptsCome()
}

for (const [query, button, heading] of [
  ['', 'French', 'Your French test'],
  ['?language=korean', 'Start the test', `Question 1 of ${QUESTIONS}`],
] as const) {
  test(`"${button}" pressed before the scripts arrive works once they do`, async ({ quiz }) => {
    const { page } = quiz
    await pressEarly(page, `/languageassessment/quiz${query}`, button)
    await expect(page.getByRole('heading', { name: heading })).toBeAttached()
  })
}

test('a button of the account page pressed before the scripts arrive works once they do', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  await pressEarly(page, '/account', 'Change nickname')
  await expect(page.getByLabel('Nickname', { exact: true })).toBeFocused()
})
