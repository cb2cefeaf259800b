import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'
import { test as base, expect } from './fixtures.ts'

/** The demo on a real Postgres instead of PGlite. */
const test = base.extend({
  server: [
    async ({ environment }, use) => {
      const postgres = await startPostgres()
      const DATABASE_URL = await createDatabase(postgres.url, 'journey')
      const server = await startServer({ env: { ...environment, DATABASE_URL } })
      await use(server)
      await server.stop()
      await postgres.stop()
    },
    { scope: 'worker' },
  ],
})

test('on Postgres: a whole test, a new account, and its result on the account page', async ({ quiz }) => {
  const { page } = quiz
  expect((await (await page.request.get('/readyz')).json()).data).toMatchObject({ database: 'up', engine: 'postgres' })
  await quiz.startTest('french')
  await quiz.finishTest()
  await expect(page.getByRole('button', { name: 'Retake' })).toBeVisible()
  const email = await quiz.signIn()
  await page.goto('/account')
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText('A1', { exact: true }).first()).toBeVisible()
})
