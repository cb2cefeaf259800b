import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let world: TestApp
let client: ApiClient
beforeAll(async () => {
  world = await startTestApp()
  client = new ApiClient(world.app)
})
afterAll(() => world.close())

type Table = 'assessments' | 'events'

/** While `work` runs, inserts into the table fail. */
async function withFailing(table: Table, work: () => Promise<unknown>): Promise<void> {
  await sql`alter table ${sql.table(table)} add constraint planted check (false) not valid`.execute(world.db)
  await work()
  await sql`alter table ${sql.table(table)} drop constraint planted`.execute(world.db)
}

const rowsOf = (id: string) =>
  world.db
    .selectFrom('assessment_items')
    .select(['position', 'choice'])
    .where('assessment_id', '=', id)
    .orderBy('position')
    .execute()

describe('v5.0.0-2.3.3, 2.3.4: all or nothing, and one at a time', () => {
  it('200 simultaneous answers to one question store a single answer', async () => {
    const { id } = await client.start('english')
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, number) => client.answer(id, 3 - (number % 3), [])),
    )
    // On a busy machine, some are rejected after the maximum wait.
    const statuses = new Set(replies.map(({ status }) => status))
    expect([...statuses].filter((status) => ![200, 409, 503].includes(status))).toEqual([])
    expect(statuses).toContain(200)
    const rows = await rowsOf(id)
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6].slice(0, rows.length))
  })

  it('a failed start leaves no assessment', async () => {
    const count = async () => (await world.db.selectFrom('assessments').select('id').execute()).length
    const before = await count()
    await withFailing('assessments', async () => {
      const { status, body } = await client.send('POST', urls.attempts, { language: 'english' })
      expect([status, body.error.code]).toEqual([500, 'internal_error'])
    })
    expect(await count()).toBe(before)
  })

  it.each<[string, number, Table]>([
    ['inside a round, if its event', 2, 'events'],
    ['that ends a round, if its event', 3, 'events'],
    ['that ends the test, if its event', 15, 'events'],
  ])("an answer %s can't be stored, is not stored either and can be sent again", async (_, position, table) => {
    const { id } = await client.start('english')
    for (let earlier = 1; earlier < position; earlier++) await client.answer(id, earlier, [])
    const before = await rowsOf(id)
    await withFailing(table, async () => expect((await client.answer(id, position, [])).status).toBe(500))
    expect(await rowsOf(id)).toEqual(before)
    expect((await client.answer(id, position, [])).body.data.answered).toBe(position)
  })
})
