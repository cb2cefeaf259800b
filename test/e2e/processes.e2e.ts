import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { startRedis } from '#harness/redis.ts'
import { startServer } from '#harness/server-process.ts'
import { expect, serveFrom, test } from './fixtures.ts'

/** The product as two processes on Postgres and Redis. */
serveFrom(async () => {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  const DATABASE_URL = await createDatabase(postgres.url, 'processes')
  const shared = { DATABASE_URL, REDIS_URL: redis.url, CODE_PEPPER: 'sixteen-characters-or-more' }
  const server = await startServer({ mode: 'serve', env: { ...shared, WEB_CONCURRENCY: '2' } })
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await Promise.all([postgres.stop(), redis.kill()])
    },
  }
})

test('two processes: a test can be started, left and finished, whichever process answers', async ({ quiz }) => {
  const { page } = quiz
  await quiz.startTest('french')
  await quiz.answer(1, 7)
  await page.reload()
  await quiz.finishTest(8)
  await expect(page.getByRole('button', { name: 'Retake' })).toBeVisible()
})
