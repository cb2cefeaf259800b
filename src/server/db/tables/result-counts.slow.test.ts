import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, type PostgresServer, startPostgres } from '#harness/postgres.ts'
import { openPostgres } from '../connection/postgres.ts'
import type { OpenDatabase } from '../schema.ts'
import { foldResults } from './result-counts.ts'

let server: PostgresServer
let opened: OpenDatabase
beforeAll(async () => {
  server = await startPostgres()
  opened = await openPostgres(await createDatabase(server.url, 'counts'), 8, { prepares: true })
})
afterAll(async () => {
  await opened.close()
  await server.stop()
})

it('several processes that fold while results arrive count each once', async () => {
  const { db } = opened
  const arrive = (count: number) =>
    sql`insert into result_arrivals (id, language, level, score)
      select gen_random_uuid(), 'german', 'B1', n % 7 from generate_series(1, ${count}::integer) as n`.execute(db)
  await arrive(12_000)
  await Promise.all([foldResults(db), arrive(5000), foldResults(db), foldResults(db), arrive(1000), foldResults(db)])
  await foldResults(db)
  const { rows } = await sql<{ finished: number; left: number }>`
    select (select sum(finished) from result_counts)::integer as finished,
      (select count(*) from result_arrivals)::integer as left`.execute(db)
  expect(rows).toEqual([{ finished: 18_000, left: 0 }])
})
