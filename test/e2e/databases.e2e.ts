import { startServer } from '#harness/server-process.ts'
import { expect, startDemo, test } from './fixtures.ts'

for (const [engine, start] of [
  ['postgres', () => startDemo()],
  ['pglite', () => startServer()],
] as const)
  test(`on ${engine}: a whole test, a new account, and its result on the account page`, async ({ quiz }) => {
    const { page } = quiz
    const { origin, stop } = await start()
    const ready = await (await page.request.get(`${origin}/readyz`)).json()
    expect(ready.data).toMatchObject({ database: 'up', engine })
    await page.goto(`${origin}/languageassessment/quiz?language=french`)
    await page.getByRole('button', { name: 'Start the test' }).click()
    await quiz.finishTest()
    await expect(page.getByRole('button', { name: 'Retake' })).toBeVisible()
    const email = await quiz.signIn(origin)
    await page.goto(`${origin}/account`)
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByText('A1', { exact: true }).first()).toBeVisible()
    // An open page still sends its events.
    await page.close()
    await stop()
  })
