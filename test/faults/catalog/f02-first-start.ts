import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { administer, createDatabase, startPostgres } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'
import { NO_SETTINGS } from '#harness/test-settings.ts'
import { type Checked, check } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal } from '../journal.ts'
import { Visitor } from '../visitors.ts'

const MIGRATIONS = readdirSync('db/migrations').sort()
const KILLS = 20
const PRELOAD = '--import=./test/faults/die-at-migration.ts'

/** When to kill the first startup: after a fraction of its duration, or on reaching a migration. */
type Moment = { after: number } | { migration: string }

/**
 * Kills at each migration, the last one first, then at random times. The startup after the first kill shows how long
 * startup takes.
 */
function plan(): Moment[] {
  const after = Array.from({ length: KILLS }, (_, n) => ({ after: (n + Math.random()) / KILLS }))
  return [...[...MIGRATIONS].reverse().map((migration) => ({ migration })), ...after.sort(() => Math.random() - 0.5)]
}

/** @returns the errors */
async function killFirstStart(databaseUrl: string, moment: Moment, wholeMs: number): Promise<string[]> {
  const dying = 'migration' in moment ? { NODE_OPTIONS: PRELOAD, DIE_AT_MIGRATION: moment.migration } : {}
  const child = spawn(process.execPath, ['src/server/start/main.ts'], {
    env: {
      ...process.env,
      ...NO_SETTINGS,
      PUBLIC_URL: 'http://127.0.0.1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      ...dying,
    },
    stdio: 'ignore',
  })
  if ('after' in moment) {
    await sleep(moment.after * wholeMs)
    child.kill('SIGKILL')
  }
  await once(child, 'exit')
  return child.signalCode === 'SIGKILL' ? [] : [`${JSON.stringify(moment)}: it ended with ${child.exitCode}`]
}

/** Starts the server, takes a test, and stops the server. */
async function startAndUse(databaseUrl: string): Promise<Checked & { startMs: number }> {
  const begun = performance.now()
  const server = await startServer({ mode: 'serve', env: { DATABASE_URL: databaseUrl } })
  const startMs = performance.now() - begun
  const journal = await Journal.create()
  await new Visitor(server.origin, journal).takeTest()
  const checked = await check(journal, { origin: server.origin })
  await journal.close()
  await server.stop()
  return { ...checked, startMs }
}

async function run(count: number): Promise<Tally> {
  const postgres = await startPostgres()
  const tally: Tally = { injections: 0, acknowledged: 0, lost: 0, wrong: 0, exits: 0, broken: [] }
  let wholeMs = 0
  for (const moment of plan().slice(0, count)) {
    const place = await createDatabase(postgres.url, `first-${tally.injections}`)
    tally.broken.push(...(await killFirstStart(place, moment, wholeMs)))
    tally.broken.push(...(await nothingHalf(place)))
    try {
      const { acknowledged, lost, wrong, startMs } = await startAndUse(place)
      tally.acknowledged += acknowledged
      tally.lost += lost
      tally.wrong += wrong
      wholeMs ||= startMs
    } catch (error) {
      tally.broken.push(`${JSON.stringify(moment)}: the next startup: ${(error as Error).message}`)
    }
    tally.injections += 1
  }
  await postgres.stop()
  return tally
}

/** All migrations must be there, or none. */
async function nothingHalf(databaseUrl: string): Promise<string[]> {
  const tables = await administer(databaseUrl, "select tablename from pg_tables where schemaname = 'public'")
  return tables.length === 0 ? [] : [`${tables.length} tables were left by a migration that was killed`]
}

export const firstStart: Fault = {
  id: 'F2',
  title: 'kill -9 while the first startup builds the database, and at each migration',
  limit: 'the next startup is clean every time',
  count: KILLS + MIGRATIONS.length,
  run,
}
