import { QUESTIONS } from '#quiz/test-plan.ts'
import { axeFindingsInBothThemes } from './axe-findings.ts'
import { expect, type QuizPage, test } from './fixtures.ts'

/** A new account on the result of a test with only the first question right. */
async function finishTest(quiz: QuizPage) {
  const { page } = quiz
  await quiz.signIn()
  await quiz.openResult('german', 1)
  await expect(page.getByRole('img', { name: /^Scale from A1 to C2/ })).toBeVisible()
}

/** Opens the review of the answers. @returns its questions */
async function openReview({ page }: QuizPage) {
  await page.getByText('Review your answers').click()
  const questions = page.getByRole('article', { name: /^Question \d+: (Right|Wrong|Didn’t know)$/ })
  await expect(questions).toHaveCount(QUESTIONS)
  return questions
}

test('a result says how sure it is; its questions can be reviewed and flagged; a retake says whether the level changed', async ({
  quiz,
}) => {
  const { page } = quiz
  await quiz.signIn()
  await quiz.reachEnd('german')
  await expect(page.getByText('Your German language level is A1')).toBeVisible()
  await expect(page.getByText('Most likely A1', { exact: true })).toBeVisible()
  await expect(
    page.getByRole('img', { name: 'Scale from A1 to C2, showing your level, A1, and your range, A1 only.' }),
  ).toBeVisible()
  await expect(page.getByText('Your answers as a whole also point to A1.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What readers at A1 can usually do' })).toBeVisible()
  await expect(page.getByText('Not measured: listening, speaking and writing.')).toBeVisible()
  await expect(page.getByText('Vocabulary and grammar side by side')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Words worth learning' })).toBeVisible()

  const first = (await openReview(quiz)).first()
  await expect(first).toHaveAccessibleName('Question 1: Didn’t know')
  await expect(first.getByText("I don't know")).toBeVisible()
  await expect(first.locator('dd[lang="de"]')).toHaveText(/\S/)
  await first.getByText('Why not the others?').click()
  await expect(first.getByRole('listitem')).toHaveCount(3)
  await expect(first.locator('li [lang="en"]').first()).toHaveText(/\S/)

  const open = first.getByRole('button', { name: 'Report this question 1' })
  await open.click()
  await expect(first.getByRole('radio').first()).toBeFocused()
  await first.getByRole('button', { name: 'Cancel' }).click()
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  const send = first.getByRole('button', { name: 'Send report' })
  await expect(send).toBeDisabled()
  await page.keyboard.press('ArrowDown')
  await expect(first.getByLabel('More than one answer is right')).toBeChecked()
  const note = first.getByLabel('Add details (optional)')
  await note.fill('x'.repeat(201))
  await expect(send).toBeDisabled()
  await note.fill('Both fit.')
  const [request] = await Promise.all([page.waitForRequest(/\/items\/1\/report$/), send.click()])
  expect(request.postDataJSON()).toEqual({ reason: 'several_right', note: 'Both fit.' })
  await expect(first.getByText('Thanks! We’ll take a look at this question.')).toBeFocused()

  await page.getByRole('button', { name: 'Retake' }).click()
  await quiz.finishTest()
  await expect(page.getByText(/^Same as last time: on .* it was A1, too\.$/)).toBeVisible()

  await page.goto('/account')
  await expect(page.getByText('Same level as last time.')).toBeVisible()
  await page
    .getByRole('button', { name: /^Review your test from/ })
    .last()
    .click()
  const dialog = page.getByRole('dialog', { name: /^Your German result from/ })
  await expect(dialog.getByText('Your level: A1')).toBeVisible()
  await dialog.getByText('Review your answers').click()
  await expect(dialog.getByText('Thanks! We’ll take a look at this question.')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('a failed review says so, and can be retried', async ({ quiz }) => {
  const { page } = quiz
  await quiz.signIn()
  await page.route('**/review', (route) => route.abort('connectionrefused'), { times: 1 })
  await quiz.openResult('german')
  await expect(page.getByText('We couldn’t load this.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Most likely A1', { exact: true })).toBeVisible()
})

test('there is no review if signed out, or for a result without an assessment', async ({ quiz }) => {
  const { page } = quiz
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/review') && asked.push(request.url()))
  await quiz.openResult('german')
  await expect(page.getByText('Sign up to see your report card')).toBeVisible()
  await expect(page.getByText(/^Most likely/)).toHaveCount(0)
  await quiz.signIn()
  await page.evaluate(() => sessionStorage.setItem('ASSESSMENT_OPTION_STORE_KEY', '{"level":"B2","than":77}'))
  await page.goto('/languageassessment/quiz?language=french')
  await page.goto('/languageassessment/quiz')
  await expect(page.getByText('You scored higher than 77%')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(/^Most likely/)).toHaveCount(0)
  expect(asked).toEqual([])
})

test('the review can be limited to missed questions, and prints', async ({ quiz }) => {
  const { page } = quiz
  await finishTest(quiz)
  const questions = await openReview(quiz)
  await expect(questions.first()).toHaveAccessibleName('Question 1: Right')
  await page.getByLabel('Only questions I missed').check()
  await expect(questions).toHaveCount(QUESTIONS - 1)
  await expect(questions.first()).toHaveAccessibleName('Question 2: Didn’t know')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^Most likely/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Report this question/ }).first()).toBeHidden()
})

test('axe finds nothing in the review, in light and in dark', async ({ quiz }) => {
  const { page } = quiz
  await finishTest(quiz)
  const questions = await openReview(quiz)
  await questions
    .nth(1)
    .getByRole('button', { name: /^Report this question/ })
    .click()
  await page.getByText('Why not the others?').last().click()
  expect(await axeFindingsInBothThemes(page, 'review', 'main')).toEqual([])
})
