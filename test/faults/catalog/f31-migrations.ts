import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import { administer, createDatabase, type PostgresServer, startPostgres } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'
import { NO_SETTINGS, SERVER_SETTINGS } from '#harness/test-settings.ts'
import type { Fault, Tally } from '../fault.ts'

const PROCESSES = 3
const MIGRATIONS = readdirSync('db/migrations').filter((name) => name.endsWith('.sql'))

const start = (url: string) => startServer({ mode: 'serve', env: { DATABASE_URL: url } })

/** Errors in the database after processes have migrated it. */
async function errorsOf(url: string): Promise<string[]> {
  const applied = (await administer(url, 'select name from migrations order by name')).map(({ name }) => name)
  return JSON.stringify(applied) === JSON.stringify([...MIGRATIONS].sort()) ? [] : [`applied: ${applied}`]
}

/** Takes a test's first step on every process. */
async function isServed(origins: readonly string[]): Promise<boolean> {
  const replies = await Promise.all(
    origins.map((origin) =>
      fetch(`${origin}${urls.attempts}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"language":"english"}',
      }),
    ),
  )
  return replies.every(({ status }) => status === 201)
}

type Trouble = (url: string, tally: Tally) => Promise<void>

const atOnce: Trouble = async (url, tally) => {
  const servers = await Promise.all(Array.from({ length: PROCESSES }, () => start(url)))
  if (!(await isServed(servers.map(({ origin }) => origin)))) tally.broken.push('at once: not served')
  else tally.acknowledged += PROCESSES
  tally.broken.push(...(await errorsOf(url)))
  await Promise.all(servers.map((server) => server.stop()))
}

/** Killed in the middle of a migration: as soon as the database sees the transaction, or a little later. */
const killed: Trouble = async (url, tally) => {
  const child = spawn(process.execPath, ['src/server/start/main.ts'], {
    env: {
      ...process.env,
      ...NO_SETTINGS,
      ...SERVER_SETTINGS,
      PUBLIC_URL: 'http://127.0.0.1',
      PORT: '0',
      DATABASE_URL: url,
    },
    stdio: 'ignore',
  })
  const database = new URL(url).pathname.slice(1)
  const busy = `select 1 from pg_stat_activity where datname = '${database}' and application_name = 'language-quiz'`
  while (child.exitCode === null && (await administer(url, busy)).length === 0) await sleep(2)
  await sleep(Math.random() * 60)
  if (!child.kill('SIGKILL')) throw new Error(`The process ended by itself, with ${child.exitCode}.`)
  await once(child, 'exit')
  const server = await start(url)
  if (!(await isServed([server.origin]))) tally.broken.push('killed: not served afterwards')
  else tally.acknowledged += 1
  tally.broken.push(...(await errorsOf(url)))
  await server.stop()
}

/** The schema is from a newer release: this one must report that and change nothing. */
const older: Trouble = async (url, tally) => {
  const newer = await start(url)
  await newer.stop()
  await administer(url, "insert into migrations (name, sha256) values ('9999-of-the-next-release.sql', 'x')")
  const refused = await start(url).then(
    async (server) => {
      await server.stop()
      return 'started'
    },
    (error: Error) => error.message,
  )
  if (!/ended with 1[\s\S]*9999-of-the-next-release\.sql, which this release does not know/.test(refused))
    tally.broken.push(`older code: ${refused.slice(0, 200)}`)
  const { length } = await administer(url, 'select name from migrations')
  if (length !== MIGRATIONS.length + 1) tally.wrong += 1
}

const TROUBLES: Trouble[] = [atOnce, killed, older, atOnce, killed]

async function runOne(postgres: PostgresServer, n: number, tally: Tally): Promise<void> {
  const url = await createDatabase(postgres.url, randomUUID())
  await TROUBLES[n % TROUBLES.length]?.(url, tally)
  tally.injections += 1
}

async function run(count: number): Promise<Tally> {
  const tally: Tally = { injections: 0, acknowledged: 0, lost: 0, wrong: 0, exits: 0, broken: [] }
  const postgres = await startPostgres()
  for (let n = 0; n < count; n++) await runOne(postgres, n, tally)
  await postgres.stop()
  return tally
}

export const migrations: Fault = {
  id: 'F31',
  title: `${PROCESSES} processes migrate at once; one is killed while it migrates; an older release on a newer schema`,
  limit: 'each migration runs once; the next start completes it; the older release refuses and changes nothing',
  count: 5,
  run,
}
