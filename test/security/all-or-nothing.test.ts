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

/** While `work` runs, no question can be stored at the position: the statement in the midst of a transaction fails. */
async function withoutPosition(position: number, work: () => Promise<unknown>): Promise<void> {
  await sql`alter table assessment_items add constraint planted check (position <> ${sql.lit(position)}) not valid`.execute(
    world.db,
  )
  await work()
  await sql`alter table assessment_items drop constraint planted`.execute(world.db)
}

const rowsOf = (id: string) =>
  world.db
    .selectFrom('assessment_items')
    .select(['position', 'choice'])
    .where('assessment_id', '=', id)
    .orderBy('position')
    .execute()

describe('v5.0.0-2.3.3, 2.3.4 (7): all or nothing, and one at a time', () => {
  it('200 answers at once leave one row for each position and one answer', async () => {
    const { id } = await client.start('english')
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, number) => client.answer(id, 3 - (number % 3), [])),
    )
    expect([...new Set(replies.map(({ status }) => status))].sort()).toEqual([200, 409])
    const rows = await rowsOf(id)
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6].slice(0, rows.length))
  })

  it('a start that fails half-way leaves no assessment', async () => {
    const count = async () => (await world.db.selectFrom('assessments').select('id').execute()).length
    const before = await count()
    await withoutPosition(2, async () => {
      const { status, body } = await client.send('POST', urls.assessments, { language: 'english' })
      expect([status, body.error.code]).toEqual([500, 'internal_error'])
    })
    expect(await count()).toBe(before)
  })

  it('an answer whose next round cannot be stored is not stored either, and can be given again', async () => {
    const { id } = await client.start('english')
    for (const position of [1, 2]) await client.answer(id, position, [])
    const before = await rowsOf(id)
    await withoutPosition(5, async () => expect((await client.answer(id, 3, [])).status).toBe(500))
    expect(await rowsOf(id)).toEqual(before)
    expect((await client.answer(id, 3, [])).body.data.answered).toBe(3)
  })
})
