import type { Page } from '@playwright/test'
import type { Assessment } from '#contract/assessments.ts'
import { rightChoice } from '#harness/api-client.ts'
import { startServer } from '#harness/server-process.ts'
import { expect, test } from './fixtures.ts'

/** The newest state of the assessment that the page has got from the server. */
function watchAssessment(page: Page): () => Assessment | undefined {
  let newest: Assessment | undefined
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (!response.ok() || !/^\/v1\/assessments(\/[\w-]+(\/answers\/\d+)?)?$/.test(pathname)) return
    newest = (await response.json()).data
  })
  return () => newest
}

test('where the estimate is not sure, one more round is announced and asked, also when the fifteenth answer is given offline', async ({
  quiz,
  context,
}) => {
  const server = await startServer({ env: { LEVEL_RULE: 'estimate' } })
  const { page } = quiz
  const newest = watchAssessment(page)
  const notice = page.locator('main').getByRole('status')
  const answer = async (position: number, total: number) => {
    await quiz.expectQuestion(position, total)
    await expect.poll(() => newest()?.questions.some((question) => question.position === position)).toBe(true)
    const isRight = Math.ceil(position / 3) % 2 === 1
    if (isRight)
      await quiz.question.getByText(rightChoice(newest() as Assessment, position)[0] as string, { exact: true }).click()
    else await quiz.option(4).click()
  }
  await quiz.signIn(server.origin)
  await page.goto(`${server.origin}/languageassessment/quiz?language=english`)
  await page.getByRole('button', { name: 'Start the test' }).click()
  for (let position = 1; position <= 14; position++) await answer(position, 15)

  await quiz.expectQuestion(15)
  await context.setOffline(true)
  await answer(15, 15)
  await expect(notice).toContainText('You are offline.')
  await quiz.expectQuestion(15)
  await context.setOffline(false)

  await quiz.expectQuestion(16, 18)
  await expect(notice).toHaveText('One more round to be sure.')
  await answer(16, 18)
  await quiz.expectQuestion(17, 18)
  await expect(notice).toHaveText('')
  await page.reload()
  await quiz.expectQuestion(17, 18)
  await answer(17, 18)
  await answer(18, 18)
  await expect.poll(() => newest()?.answered).toBe(18)
  for (let position = 19; position <= (newest()?.total ?? 0); position++) await answer(position, 21)
  await expect(page.getByRole('heading', { name: 'Almost done!' })).toBeVisible()
  await expect(page.getByText('Your English language level is')).toBeVisible()
  await expect.poll(() => newest()?.status).toBe('finished')
  // An open page still sends its events.
  await page.close()
  await server.stop()
})
