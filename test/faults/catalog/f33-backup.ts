import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, findPostgres, type PostgresServer, startPostgres } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'
import { check, postgresQuery } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { type Entry, Journal } from '../journal.ts'
import { startClients, Visitor } from '../visitors.ts'

const CLIENTS = 4

const tool = (name: string, ...words: string[]) => execFileSync(join(findPostgres() ?? '', name), words)

/**
 * Takes a snapshot of the database. @returns what the clients knew at that moment; replies in flight may be included or
 * not
 */
async function backUp(url: string, file: string, journal: Journal): Promise<Entry[]> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('begin isolation level repeatable read')
  const before = journal.entries().length
  const { rows } = await client.query('select pg_export_snapshot() as snapshot')
  const entries = journal.entries()
  tool('pg_dump', '--format=custom', `--snapshot=${rows[0].snapshot}`, `--file=${file}`, url)
  await client.end()
  return entries.filter(({ kind }, n) => n < before || kind === 'request')
}

async function backUpOnce(postgres: PostgresServer, n: number, file: string): Promise<Tally> {
  const url = await createDatabase(postgres.url, `kept${n}`)
  const server = await startServer({ mode: 'serve', env: { DATABASE_URL: url } })
  const journal = await Journal.create()
  const end = new AbortController()
  const clients = startClients(server.origin, journal, { count: CLIENTS, signal: end.signal })
  await sleep(1000)
  const known = await backUp(url, file, journal)
  await sleep(500)
  end.abort()
  await clients
  const exits = server.process.exitCode === null ? 0 : 1
  await server.stop()

  const restoredUrl = await createDatabase(postgres.url, `restored${n}`)
  tool('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${restoredUrl}`, file)
  const stored = await check({ entries: () => known }, { query: postgresQuery(restoredUrl) })
  // Reports show their own URL.
  const port = Number(new URL(server.origin).port)
  const restored = await startServer({ mode: 'serve', port, env: { DATABASE_URL: restoredUrl } })
  const shown = await check({ entries: () => known }, { origin: restored.origin })
  // The restored database works: tests can be taken on it.
  const later = await Journal.create()
  await new Visitor(restored.origin, later).takeTest()
  const after = await check(later, { origin: restored.origin })
  await restored.stop()
  await Promise.all([journal.close(), later.close()])
  return {
    injections: 1,
    acknowledged: shown.acknowledged + after.acknowledged,
    lost: Math.max(stored.lost, shown.lost) + after.lost,
    wrong: Math.max(stored.wrong, shown.wrong) + after.wrong,
    exits,
    broken: after.acknowledged > 0 ? [] : ['no test could be taken on the restored database'],
  }
}

async function run(count: number): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-backup-'))
  const postgres = await startPostgres()
  const tally: Tally = { injections: 0, acknowledged: 0, lost: 0, wrong: 0, exits: 0, broken: [] }
  for (let n = 0; n < count; n++) {
    const { broken, ...counts } = await backUpOnce(postgres, n, join(folder, `quiz${n}.dump`))
    for (const [name, value] of Object.entries(counts)) tally[name as keyof typeof counts] += value
    tally.broken.push(...broken)
  }
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  return tally
}

export const backup: Fault = {
  id: 'F33',
  title: 'pg_dump under load, pg_restore into another database',
  limit: 'everything acknowledged before the backup is there, and tests continue',
  count: 5,
  short: 1,
  run,
}
