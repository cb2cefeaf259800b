import { expect, test } from './fixtures.ts'

test('the pressed word goes into the gap and moves nothing; sliding off takes it out again', async ({ quiz }) => {
  const { page } = quiz
  await quiz.startTest('german')
  const gap = quiz.question.getByRole('img', { name: 'blank' })
  const boxes = () => Promise.all([gap.boundingBox(), quiz.option(4).boundingBox()])
  const before = await boxes()
  await quiz.option(1).hover({ position: { x: 20, y: 20 } })
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

test('a phone number gets the code of the visitor\u2019s country, and the sixth digit signs in', async ({
  quiz,
  context,
  server,
}) => {
  const { page } = quiz
  await context.addCookies([{ name: 'country_id', value: 'DE', url: server.origin }])
  await page.goto('/account?hl=en')
  await page.getByRole('button', { name: 'Continue with email or phone' }).click()
  const target = page.getByLabel('Email or phone number')
  const digits = String(Date.now()).slice(-7)
  await target.fill(`0151 ${digits}1`)
  await page.keyboard.press('Enter')
  await expect(target).toHaveValue(`+49 151 ${digits}1`)
  await expect(page.getByText('We added +49 for your country.')).toBeVisible()
  const address = `sixth-${Date.now()}@example.test`
  await target.fill(address)
  await page.keyboard.press('Enter')
  await page.getByLabel('Six-digit code').fill(await quiz.readCode(address))
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
})
