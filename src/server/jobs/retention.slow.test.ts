import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { openPostgres } from '../db/connection/postgres.ts'
import { RETENTION } from '../db/tables/retention.ts'
import { startRetention } from './retention.ts'

const DUE = 200_000
const settings = { UNCLAIMED_DAYS: 90, EVENTS_RETENTION_DAYS: 180 }

it('two processes on Postgres delete 200,000 assessments due simultaneously, in batches, and keep the rest', async () => {
  const server = await startPostgres()
  const url = await createDatabase(server.url, 'quiz')
  const filling = await openPostgres(url, 1)
  // In chunks, because the product's timeouts apply here too.
  for (let start = 0; start <= DUE; start += 20_000)
    await sql`insert into assessments (id, visitor, flow_id, language, interface_language, created_at, round)
      select gen_random_uuid(), 'v', 'f', 'french', 'en', now() - make_interval(days => case when n < ${DUE}::integer then 91 else 89 end),
        '[{"item_id": 1, "question": "He suggested that we ____ the bus to the museum this weekend."}]'
      from generate_series(${start}::integer, least(${start}::integer + 19999, ${DUE}::integer + 9)) n`.execute(
      filling.db,
    )
  await sql`insert into events (id, name, occurred_at, received_at, properties)
    values (gen_random_uuid(), 'e', now(), now() - interval '181 days', '{}')`.execute(filling.db)

  const processes = await Promise.all([1, 2].map(() => openPostgres(url, 2)))
  const warn = vi.fn()
  const cleaned: string[] = []
  const stops = processes.map(({ db }) => startRetention(db, settings, { warn }, (kind) => cleaned.push(kind)))
  await vi.waitFor(() => expect(cleaned.length).toBe(2 * RETENTION.length), { timeout: 120_000, interval: 100 })
  expect(warn).not.toHaveBeenCalled()
  const { rows } = await sql`select (select count(*)::integer from assessments) as assessments,
    (select count(*)::integer from events) as events`.execute(filling.db)
  expect(rows).toEqual([{ assessments: 10, events: 0 }])

  for (const stop of stops) await stop()
  for (const { close } of [filling, ...processes]) await close()
  await server.stop()
}, 180_000)
