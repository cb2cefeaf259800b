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

test('the pressed word goes into the gap and moves nothing; sliding off takes it out again', async ({ quiz }) => {
  const { page } = quiz
  await quiz.startTest('german')
  const gap = quiz.question.getByRole('img', { name: 'blank' })
  const boxes = () => Promise.all([gap.boundingBox(), quiz.option(4).boundingBox()])
  await quiz.option(1).hover({ position: { x: 20, y: 20 } })
  const before = await boxes()
  await page.mouse.down()
  const word = quiz.question.locator('[data-word]').nth(1)
  await expect(word).toHaveCSS('visibility', 'visible')
  expect(await boxes()).toEqual(before)
  await page.mouse.move(2, 2)
  await expect(word).toHaveCSS('visibility', 'hidden')
  await page.mouse.up()
  await quiz.expectQuestion(1)
})

test('the address keeps the chosen language, also for another interface language, and the test can be left', async ({
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

test('landing and choice lead back to the last result, whose level stays behind the wall', async ({ quiz }) => {
  const { page } = quiz
  await quiz.reachEnd('spanish')
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

test('the choice offers the account and the result of the test just taken', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  await quiz.reachEnd('german')
  await expect(page.getByText('Your German language level is A1')).toBeVisible()
  await page.getByRole('button', { name: 'Test other languages' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Your account' })).toHaveAttribute('href', '/account')
  await page.getByRole('button', { name: 'Your last result: German, A1' }).click()
  await expect(page.getByText('Your German language level is A1')).toBeVisible()
})

/** Digits as they stand on Arabic keyboards. */
const inArabic = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] as string)

for (const [country, typed, shown, number] of [
  ['US', (digits: string) => `(415) 555-${digits}`, '+1 415 555 ', '+1415555'],
  ['DE', (digits: string) => inArabic(`0049 (0)151/1234.${digits}`), '+49 1511 234', '+491511234'],
] as const)
  test(`a phone number as people in ${country} type it, and its code in Arabic digits, which signs in`, async ({
    quiz,
    context,
    server,
  }) => {
    const { page } = quiz
    await context.addCookies([{ name: 'country_id', value: country, url: server.origin }])
    await page.goto('/account?hl=en')
    await page.getByRole('button', { name: 'Continue with email or phone' }).click()
    const digits = String(Date.now()).slice(-4)
    await page.getByLabel('Email or phone number').fill(typed(digits))
    await page.keyboard.press('Enter')
    await expect(page.getByText(`We sent a six-digit code to ${shown}${digits}.`)).toBeVisible()
    const code = await quiz.readCode(`${number}${digits}`)
    await page.getByLabel('Six-digit code').fill(inArabic(code).replace(/^.{3}/, '$& '))
    await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
  })

test('an address from a Japanese keyboard, with a mark that nobody sees: the code goes to the address', async ({
  quiz,
}) => {
  const { page } = quiz
  await page.goto('/account?hl=en')
  await page.getByRole('button', { name: 'Continue with email or phone' }).click()
  const name = `wide-${Date.now()}`
  await page.getByLabel('Email or phone number').fill(`\u3000${name}＠example。test\u200b`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`We sent a six-digit code to ${name}@example.test.`)).toBeVisible()
  await page.getByLabel('Six-digit code').fill(await quiz.readCode(`${name}@example.test`))
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
})

test('an unfinished test is offered on landing, choice and another guide, and an address with a language wins', async ({
  quiz,
}) => {
  const { page } = quiz
  await quiz.startTest('spanish')
  await quiz.answer(1, 3)
  await quiz.expectQuestion(4)
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

test('a bubble of the landing leads to the guide of its language, and two taps to the first question', async ({
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
