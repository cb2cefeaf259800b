import type { Review } from '#contract/review.ts'
import { axeFindingsInBothThemes } from '#harness/axe-findings.ts'
import { expect, type QuizPage, test } from './fixtures.ts'

const FIRST = 'Does this level fit?'
const SECOND = 'What do you know about your level?'
const THANKS = 'Thanks! That helps us get the levels right.'

/** A new account on the result of a test. @returns its assessment */
async function openResult(quiz: QuizPage, language: 'german' | 'japanese'): Promise<string> {
  const { page } = quiz
  await quiz.signIn()
  const reviewed = page.waitForResponse(/\/review$/)
  await quiz.openResult(language, 1)
  const { data }: { data: Review } = await (await reviewed).json()
  await expect(page.getByRole('heading', { name: FIRST })).toBeVisible()
  return data.assessment_id
}

async function claimOf({ page }: QuizPage, id: string): Promise<Review['claim']> {
  return (await (await page.request.get(`/v1/assessments/${id}/review`)).json()).data.claim
}

test('after the next step the report asks once whether the level fits and what else is known of it, by keyboard too', async ({
  quiz,
}) => {
  const { page } = quiz
  const id = await openResult(quiz, 'german')
  const card = page.getByRole('region', { name: FIRST })
  const order = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(order.indexOf(FIRST)).toBe(1)
  expect(await axeFindingsInBothThemes(page, 'first')).toEqual([])

  await card.getByRole('button', { name: 'Too low' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: SECOND })).toBeFocused()
  await expect.poll(() => claimOf(quiz, id)).toMatchObject({ fit: 'about_right', known: null })

  const known = page.getByRole('region', { name: SECOND })
  const send = known.getByRole('button', { name: 'Send' })
  await expect(send).toBeDisabled()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(known.getByRole('radio', { name: 'I have a certificate' })).toBeChecked()
  await known.getByLabel('Certificate', { exact: true }).selectOption({ label: 'Goethe-Zertifikat' })
  await known.getByLabel('Grade or score').selectOption('C1')
  // Another certificate has other grades.
  await known.getByLabel('Certificate', { exact: true }).selectOption({ label: 'TestDaF' })
  await known.getByLabel('Year').selectOption('2024')
  await expect(send).toBeDisabled()
  await known.getByLabel('Grade or score').selectOption('TDN 4')
  expect(await axeFindingsInBothThemes(page, 'second')).toEqual([])
  await send.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(THANKS)).toBeFocused()
  expect(await claimOf(quiz, id)).toMatchObject({
    fit: 'about_right',
    known: { source: 'certificate', certificate: 'testdaf', grade: 'TDN 4', year: 2024, level: 'B2' },
  })

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Words worth learning' }).first()).toBeVisible()
  await expect(page.getByText(FIRST)).toHaveCount(0)
})

test('the second question may be left, and asks a level of everybody but the makers of certificates', async ({
  quiz,
}) => {
  const { page } = quiz
  const id = await openResult(quiz, 'japanese')
  await page.getByRole('button', { name: 'Too high' }).click()
  const known = page.getByRole('region', { name: SECOND })
  await known.getByText('I have a certificate').click()
  await expect(known.getByLabel('Certificate', { exact: true })).toHaveValue('jlpt')
  await known.getByText('A teacher told me').click()
  await expect(known.getByLabel('Certificate', { exact: true })).toHaveCount(0)
  await known.getByLabel('Level', { exact: true }).selectOption('A2')
  await known.getByRole('button', { name: 'No, thanks' }).click()
  await expect(page.getByText(THANKS)).toBeFocused()
  expect(await claimOf(quiz, id)).toMatchObject({ fit: 'too_high', known: null })
})

test('an answer that could not be stored is said, and can be given again', async ({ quiz }) => {
  const { page } = quiz
  const id = await openResult(quiz, 'german')
  await page.route('**/claim', (route) => route.abort('connectionrefused'), { times: 1 })
  const low = page.getByRole('button', { name: 'Too low' })
  await low.click()
  await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t send your answer.' })).toBeVisible()
  await expect(page.getByRole('heading', { name: FIRST })).toBeFocused()
  await low.click()
  const known = page.getByRole('region', { name: SECOND })
  await expect.poll(() => claimOf(quiz, id)).toMatchObject({ fit: 'too_low', known: null })
  await known.getByText('It’s my own guess').click()
  await known.getByLabel('Level', { exact: true }).selectOption('B1')
  await page.route('**/claim', (route) => route.abort('connectionrefused'), { times: 1 })
  const send = known.getByRole('button', { name: 'Send' })
  await send.click()
  await expect(known.getByRole('alert').filter({ hasText: 'We couldn’t send your answer.' })).toBeVisible()
  await send.click()
  await expect(page.getByText(THANKS)).toBeFocused()
  expect(await claimOf(quiz, id)).toMatchObject({ fit: 'too_low', known: { source: 'own', level: 'B1' } })
})
