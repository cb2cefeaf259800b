import { once } from 'node:events'
import { startServer } from '#harness/server-process.ts'
import { expect, test } from './fixtures.ts'

test('all other tests are on Postgres', async ({ request }) => {
  const ready = await (await request.get('/readyz')).json()
  expect(ready.data).toMatchObject({ database: 'up', engine: 'postgres' })
})

test('on PGlite: a server killed and restarted in mid-round changes nothing, from the first question to a new account with its result', async ({
  quiz,
  playwright,
}) => {
  const { page } = quiz
  const first = await startServer()
  const { origin, dataDir } = first
  const ready = await (await page.request.get(`${origin}/readyz`)).json()
  expect(ready.data).toMatchObject({ database: 'up', engine: 'pglite' })
  // Somebody else, who signed in before the restart.
  const other = await playwright.request.newContext()
  const target = await quiz.signIn(origin, other)
  await page.goto(`${origin}/languageassessment/quiz?language=french`)
  await page.getByRole('button', { name: 'Start the test' }).click()
  await quiz.answer(1, 2)
  await quiz.expectQuestion(3)
  first.process.kill('SIGKILL')
  await once(first.process, 'exit')
  await quiz.option(4).click()
  await expect(page.getByText('You’re offline. Your answers are saved')).toBeVisible()
  const second = await startServer({ dataDir, port: Number(new URL(origin).port) })
  await quiz.expectQuestion(4)
  await quiz.finishTest(4)
  await expect(page.getByRole('button', { name: 'Retake' })).toBeVisible()
  expect(await (await other.get(`${origin}/account`)).text()).toContain(target)
  await other.dispose()

  const email = await quiz.signIn(origin)
  await page.reload()
  await expect(page.getByText('Your French language level is A1')).toBeVisible()
  await page.goto(`${origin}/account`)
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText('A1', { exact: true }).first()).toBeVisible()
  // An open page still sends its events.
  await page.close()
  await second.stop()
})
