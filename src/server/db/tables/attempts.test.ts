import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp } from '#harness/test-app.ts'
import { itemsSeen } from './attempts.ts'

it('returns a visitor’s earlier items in the order of their last use', async () => {
  const world = await startTestApp()
  const client = new ApiClient(world.app)
  const rounds: number[][] = []
  for (let test = 0; test < 2; test++) {
    const { id } = await client.start('german')
    const { round } = await world.db
      .selectFrom('assessments')
      .select('round')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    rounds.push(round.map(({ id }) => id))
    await sql`update assessments set created_at = now() - make_interval(days => ${10 - test}::integer) where id = ${id}`.execute(
      world.db,
    )
  }
  const { visitor } = await world.db.selectFrom('assessments').select('visitor').executeTakeFirstOrThrow()
  const seen = await itemsSeen(world.db, { visitor, userId: undefined }, 'german')
  expect([seen.slice(0, 3).sort(), seen.slice(3).sort()]).toEqual(rounds.map((ids) => ids.toSorted()))
  await sql`update assessments set created_at = now() where created_at < now() - interval '9.5 days'`.execute(world.db)
  const again = await itemsSeen(world.db, { visitor, userId: undefined }, 'german')
  expect(again).toEqual([...seen.slice(3), ...seen.slice(0, 3)])
  await world.close()
})
