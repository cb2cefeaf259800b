import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { exportedAttempts } from '#server/db/tables/exported-attempts.ts'
import { answerRows } from './answer-rows.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world.close())

async function exported(key: string) {
  const rows: ReturnType<typeof answerRows>[] = []
  for await (const attempt of exportedAttempts(world.db)) rows.push(answerRows(attempt, rows.length + 1, key))
  return rows
}

describe('the export of answers', () => {
  it('has a row per answer of finished assessments, without anything that identifies a person', async () => {
    const { client, user } = await newAccount(world, { nickname: 'Ada' })
    const known = await client.play('french', (position) => position === 2)
    await client.play('french', () => false)
    const stranger = new ApiClient(world.app)
    await stranger.play('german', () => true)
    await stranger.start('german')

    const [first = [], again = [], other = [], ...more] = await exported('a key')
    expect(more).toEqual([])
    for (const rows of [first, again, other]) expect(rows.map(({ position }) => position)).toHaveLength(QUESTIONS)
    expect(first.map(({ response }) => response)).toEqual(
      Array.from({ length: QUESTIONS }, (_, index) => (index === 1 ? 'right' : 'unknown')),
    )
    expect(first[1]).toMatchObject({
      ...{ assessment: 1, first: true, language: 'french', level: known.result?.level },
      ...{ month: new Date().toISOString().slice(0, 7), position: 2, item_level: 'B1', seconds: 1.2 },
    })
    expect(again[0]).toMatchObject({ assessment: 2, first: false, person: first[0]?.person })
    expect(other[0]?.person).not.toBe(first[0]?.person)
    expect((await exported('another key'))[0]?.[0]?.person).not.toBe(first[0]?.person)
    const cells = [first, again, other].flat().flatMap((row) => Object.values(row))
    for (const secret of [known.id, known.flow_id, user.nickname]) expect(cells).not.toContain(secret)
  })

  it('has the columns that docs/research.md documents, in this order', async () => {
    const documented = readFileSync('docs/research.md', 'utf8').matchAll(/^\| `(\w+)` \|/gm)
    const [[row = {}] = []] = await exported('a key')
    expect([...documented].map(([, column]) => column)).toEqual(Object.keys(row))
  })
})
