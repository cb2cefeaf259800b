import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world.app.close())

const ask = async () => {
  const { statusCode, body } = await world.app.inject(urls.ready)
  return { status: statusCode, body: JSON.parse(body) }
}

it('is ready while the database answers, and reports how durable commits are', async () => {
  const { status, body } = await ask()
  expect(status).toBe(200)
  // Test databases don't wait for the disk.
  expect(body).toEqual({
    data: { process: 'running', database: 'up', engine: expect.any(String) },
  })
})

it("isn't ready without its database, but still alive", async () => {
  await world.db.destroy()
  const { status, body } = await ask()
  expect([status, body.data.database]).toEqual([503, 'down'])
  expect((await world.app.inject(urls.health)).statusCode).toBe(200)
})
