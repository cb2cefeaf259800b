import { startRedis } from '#harness/redis.ts'
import { expect, serveFrom, startDemo, test } from './fixtures.ts'

/** The product as two processes on Postgres and Redis. */
serveFrom(async () => {
  const redis = await startRedis()
  const shared = { REDIS_URL: redis.url, CODE_PEPPER: 'sixteen-characters-or-more' }
  const server = await startDemo({ ...shared, WEB_CONCURRENCY: '2' }, 'serve')
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await redis.kill()
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
