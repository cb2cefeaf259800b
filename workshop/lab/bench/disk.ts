/**
 * `npm run bench -- disk`: what a quiz takes of the disk in Postgres, with its indexes, updates and the server's
 * events: [quizzes]
 */

import { measuredOn, writeFigures } from '#harness/figures.ts'
import { administer, createDatabase, startPostgres } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'
import { openClient } from '../load/http-client.ts'
import { type Journal, makeVisit } from '../load/visit.ts'
import { bareWalk } from '../load/walk.ts'

const CLIENTS = 8
const IGNORED: Journal = { taken: () => {}, sentAgain: () => {}, ended: () => {} }

const quizzes = Number(process.argv[2] ?? 2000)
const postgres = await startPostgres()
const url = await createDatabase(postgres.url, 'disk')
const server = await startServer({ mode: 'serve', env: { DATABASE_URL: url } })
const client = openClient(server.origin)

/** Bytes of each table with its indexes, as they are when Postgres has cleaned up. */
async function sizes(): Promise<Map<string, number>> {
  await administer(url, 'vacuum analyze')
  const rows = await administer(
    url,
    'select relname, pg_total_relation_size(oid)::int as bytes from pg_class where relkind = $$r$$ and relnamespace = $$public$$::regnamespace',
  )
  return new Map(rows.map(({ relname, bytes }) => [relname as string, bytes as number]))
}

let begun = 0
async function visitor(): Promise<void> {
  while (begun++ < quizzes) {
    const visit = { client, walk: bareWalk(), address: '10.1.0.1', dueAt: undefined, journal: IGNORED }
    const outcome = await makeVisit(visit)
    if (outcome !== 'finished') throw new Error(`A quiz ended as "${outcome}".`)
  }
}

const before = await sizes()
await Promise.all(Array.from({ length: CLIENTS }, visitor))
const after = await sizes()
const [counted] = await administer(url, 'select count(*)::int as events from events')
client.close()
await server.stop()
await postgres.stop()

const grown = [...after].map(([table, bytes]) => [table, bytes - (before.get(table) ?? 0)] as const)
const each = (bytes: number) => Math.round(bytes / quizzes).toLocaleString('en')
const parts = grown.filter(([, bytes]) => bytes / quizzes >= 1).sort((one, other) => other[1] - one[1])
const total = grown.reduce((sum, [, bytes]) => sum + bytes, 0)
const event = (grown.find(([table]) => table === 'events')?.[1] ?? 0) / Number(counted?.events)
writeFigures('docs/operating.md', 'disk', [
  `A finished quiz takes ${each(total)} bytes of Postgres, tables and indexes: ${parts.map(([table, bytes]) => `\`${table}\` ${each(bytes)}`).join(', ')}. Each further event of the browser takes ${Math.round(event)} (${quizzes.toLocaleString('en')} quizzes, \`npm run bench -- disk\`, ${measuredOn()}).`,
])
