import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world.close())

const draw = (seed: string) => world.app.inject(urls.avatar(seed))

it('draws the same face for the same seed, a different one for another, and is cacheable', async () => {
  const [one, again, other] = [await draw('amara-okafor'), await draw('amara-okafor'), await draw('declan-byrne')]
  expect(one.statusCode).toBe(200)
  expect(one.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' })
  expect(one.headers['set-cookie']).toBeUndefined()
  expect(one.body).toMatch(/^<svg .*<\/svg>$/s)
  expect(again.body).toBe(one.body)
  expect(other.body).not.toBe(one.body)
})

it.each(['', 'a'.repeat(65), '%3Cscript%3E', 'a.b', '..%2f..%2fetc'])('draws nothing for "%s"', async (seed) => {
  const { statusCode, body } = await draw(seed)
  expect([400, 404]).toContain(statusCode)
  expect(body).not.toContain('<script>')
})
