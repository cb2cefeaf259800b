import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Attempt } from '#contract/attempts.ts'
import { ApiClient, itemOf, rightChoice, takeQuiz } from '#harness/api-client.ts'
import { seededRandom } from '#harness/seeded-random.ts'
import { startTestAppOf, type TestApp } from '#harness/test-app.ts'
import type { Item } from '#quiz/bank.ts'
import { enemiesOf } from '#quiz/enemies.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { createApp } from '../app.ts'
import { readBanks } from '../banks/banks.ts'

let world: TestApp
beforeAll(async () => {
  // Seeded, because on one path in thousands, every question left at a level helps with one already asked.
  const random = seededRandom(17)
  world = await startTestAppOf({}, (dependencies) => createApp({ ...dependencies, sender: {}, random }))
})
afterAll(() => world.close())

/** Answers that keep a test at the bottom, at the top and between the two. */
const WAYS: readonly ((position: number) => boolean)[] = [
  () => false,
  () => true,
  (position) => Math.ceil(position / 3) % 2 === 1,
]

it.each(LANGUAGES)('a test of %s never asks two questions that help each other', async (language) => {
  const bank = readBanks()[language]
  const enemies = enemiesOf(bank)
  for (const isRight of WAYS) {
    const client = new ApiClient(world.app)
    const byId = new Map<number, Item>()
    const ask = async (method: 'POST' | 'PUT', path: string, body: object) =>
      (await client.send(method, path, body)).body.data
    await takeQuiz(ask, language, (attempt: Attempt, position) => {
      for (const item of attempt.questions.map((question) => itemOf(language, question)))
        if (item) byId.set(item.id, item)
      return isRight(position) ? rightChoice(attempt, position) : []
    })
    const items = [...byId.values()]
    expect(items).toHaveLength(15)
    const pairs = items.flatMap(({ id }) =>
      items.filter((other) => enemies.get(id)?.has(other.id)).map((other) => `${id} and ${other.id}`),
    )
    expect(pairs).toEqual([])
    const points = items.filter(({ image }) => !image).map(({ level, point }) => `${level} ${point}`)
    expect(new Set(points).size).toBe(points.length)
  }
})
