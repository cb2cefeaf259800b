import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { administer, createDatabase, startPostgres } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'
import { type Checked, check } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal } from '../journal.ts'
import { Visitor } from '../visitors.ts'

const MIGRATIONS = readdirSync('db/migrations').sort()
const KILLS = 20
const PRELOAD = '--import=./test/faults/die-at-migration.ts'

type Place = { dataDir: string; env: Record<string, string> }
/** When the first start is killed: after a share of its duration, or on reaching a migration. */
type Moment = { after: number } | { migration: string; engine: 'embedded' | 'postgres' }

/**
 * Kills during the first start, at each migration of each engine and at random, shuffled so that any few cover every
 * kind. The start after the first kill says how long one takes.
 */
function plan(): Moment[] {
  const after = Array.from({ length: KILLS }, (_, n) => ({ after: (n + Math.random()) / KILLS }))
  const at = (engine: 'embedded' | 'postgres') => [...MIGRATIONS].reverse().map((migration) => ({ migration, engine }))
  const sorts: Moment[][] = [at('embedded'), after.sort(() => Math.random() - 0.5), at('postgres')]
  return Array.from({ length: Math.max(KILLS, MIGRATIONS.length) }).flatMap((_, n) =>
    sorts.flatMap((sort) => sort[n] ?? []),
  )
}

/** @returns what went wrong */
async function killFirstStart({ dataDir, env }: Place, moment: Moment, wholeMs: number): Promise<string[]> {
  const dying = 'migration' in moment ? { NODE_OPTIONS: PRELOAD, DIE_AT_MIGRATION: moment.migration } : {}
  const child = spawn(process.execPath, ['src/server/start/main.ts'], {
    env: {
      ...process.env,
      PUBLIC_URL: 'http://127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      ALLOW_PGLITE: '1',
      ...env,
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

/** Starts it, takes a test and ends it. */
async function startAndUse({ dataDir, env }: Place): Promise<Checked & { startMs: number }> {
  const begun = performance.now()
  const server = await startServer({ mode: 'serve', dataDir, env })
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
  const makePlace = async (moment: Moment): Promise<Place> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'language-quiz-'))
    if ('after' in moment || moment.engine === 'embedded') return { dataDir, env: {} }
    return { dataDir, env: { DATABASE_URL: await createDatabase(postgres.url, `first-${tally.injections}`) } }
  }
  let wholeMs = 0
  for (const moment of plan().slice(0, count)) {
    const place = await makePlace(moment)
    tally.broken.push(...(await killFirstStart(place, moment, wholeMs)))
    tally.broken.push(...(await nothingHalf(place)))
    try {
      const { acknowledged, lost, wrong, startMs } = await startAndUse(place)
      tally.acknowledged += acknowledged
      tally.lost += lost
      tally.wrong += wrong
      wholeMs ||= startMs
    } catch (error) {
      tally.broken.push(`${JSON.stringify(moment)}: the next start: ${(error as Error).message}`)
    }
    tally.injections += 1
    rmSync(place.dataDir, { recursive: true, force: true })
  }
  await postgres.stop()
  return tally
}

/** On a server, either all migrations are there or none. */
async function nothingHalf({ env }: Place): Promise<string[]> {
  if (!env.DATABASE_URL) return []
  const tables = await administer(env.DATABASE_URL, "select tablename from pg_tables where schemaname = 'public'")
  return tables.length === 0 ? [] : [`${tables.length} tables were left by a migration that was killed`]
}

export const firstStart: Fault = {
  id: 'F2',
  title: 'kill -9 while the first start builds the database, and at each migration, embedded and on Postgres',
  limit: 'the next start is clean every time',
  count: KILLS + 2 * MIGRATIONS.length,
  short: 3,
  run,
}
