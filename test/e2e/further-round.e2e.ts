import type { Page } from '@playwright/test'
import type { Attempt } from '#contract/attempts.ts'
import { rightChoice } from '#harness/api-client.ts'
import { MOST_QUESTIONS, QUESTIONS, ROUND_SIZE } from '#quiz/test-plan.ts'
import { expect, startDemo, test } from './fixtures.ts'

/** The latest state of the attempt that the page received. */
function watchAttempt(page: Page): () => Attempt | undefined {
  let newest: Attempt | undefined
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (!response.ok() || !/^\/v1\/assessments(\/[\w-]+(\/answers\/\d+)?)?$/.test(pathname)) return
    // A reload takes the bodies of the page before it along.
    const body = await response.json().catch(() => undefined)
    newest = body?.data ?? newest
  })
  return () => newest
}

test('if the estimate is not sure, one more round is announced and asked, even if the last planned answer is given offline', async ({
  quiz,
  context,
}) => {
  const server = await startDemo({ LEVEL_RULE: 'estimate' })
  const { page } = quiz
  const newest = watchAttempt(page)
  const notice = page.locator('main').getByRole('status')
  const answer = async (position: number, total: number) => {
    await quiz.expectQuestion(position, total)
    await expect.poll(() => newest()?.questions.some((question) => question.position === position)).toBe(true)
    const isRight = Math.ceil(position / 3) % 2 === 1
    if (isRight)
      await quiz.question.getByText(rightChoice(newest() as Attempt, position)[0] as string, { exact: true }).click()
    else await quiz.option(4).click()
  }
  await quiz.signIn(server.origin)
  await page.goto(`${server.origin}/languageassessment/quiz?language=english`)
  await page.getByRole('button', { name: 'Start the test' }).click()
  for (let position = 1; position <= QUESTIONS - 1; position++) await answer(position, QUESTIONS)

  await quiz.expectQuestion(QUESTIONS)
  await context.setOffline(true)
  await answer(QUESTIONS, QUESTIONS)
  await expect(notice).toContainText('You’re offline.')
  await quiz.expectQuestion(QUESTIONS)
  await context.setOffline(false)

  const longer = QUESTIONS + ROUND_SIZE
  await quiz.expectQuestion(QUESTIONS + 1, longer)
  await expect(notice).toHaveText('One more round to be sure.')
  await answer(QUESTIONS + 1, longer)
  await quiz.expectQuestion(QUESTIONS + 2, longer)
  await expect(notice).toHaveText('')
  await page.reload()
  await quiz.expectQuestion(QUESTIONS + 2, longer)
  await answer(QUESTIONS + 2, longer)
  await answer(longer, longer)
  await expect.poll(() => newest()?.answered).toBe(longer)
  for (let position = longer + 1; position <= (newest()?.total ?? 0); position++) await answer(position, MOST_QUESTIONS)
  await expect(page.getByRole('heading', { name: 'Almost done!' })).toBeVisible()
  await expect(page.getByText('Your English language level is')).toBeVisible()
  await expect.poll(() => newest()?.status).toBe('finished')
  // An open page still sends its events.
  await page.close()
  await server.stop()
})
