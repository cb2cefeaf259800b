import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPostgres } from '../../scripts/postgres.ts'
import { createDatabase, type PostgresServer, startPostgres } from '../postgres-server.ts'
import { type RunningServer, startServer } from '../running-server.ts'
import { type Journal, lost, takeTests } from './take-tests.ts'

const CLIENTS = 4

let postgres: PostgresServer
let folder: string
beforeAll(async () => {
  postgres = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), 'language-quiz-backup-'))
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const tool = (name: string, ...words: string[]) => execFileSync(join(findPostgres() ?? '', name), words)

/** How many answers that were acknowledged the server does not know; there are some. */
async function countLost(server: RunningServer, journals: readonly Journal[]): Promise<number> {
  expect(journals.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(CLIENTS)
  const losses = await Promise.all(journals.map((journal) => lost(server, journal)))
  return losses.reduce((sum, loss) => sum + loss, 0)
}

it('Postgres: what pg_dump saves under load, pg_restore brings back, up to its beginning', async () => {
  const url = await createDatabase(postgres.url, 'kept')
  const server = await startServer({ mode: 'serve', env: { DATABASE_URL: url } })
  const journals: Journal[] = []
  const end = new AbortController()
  const clients = Array.from({ length: CLIENTS }, () => takeTests(server.origin, journals, { signal: end.signal }))
  await sleep(2000)
  const acknowledgedBefore = structuredClone(journals)
  const file = join(folder, 'quiz.dump')
  tool('pg_dump', '--format=custom', `--file=${file}`, url)
  await sleep(500)
  end.abort()
  await Promise.all(clients)
  await server.stop()

  const restoredUrl = await createDatabase(postgres.url, 'restored')
  tool('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${restoredUrl}`, file)
  const restored = await startServer({ mode: 'serve', env: { DATABASE_URL: restoredUrl } })
  expect(await countLost(restored, acknowledgedBefore)).toBe(0)
  // And it goes on: tests are taken on what was restored.
  const more: Journal[] = []
  const enough = AbortSignal.timeout(1500)
  await takeTests(restored.origin, more, { signal: enough })
  expect(await countLost(restored, [...acknowledgedBefore, ...more])).toBe(0)
  await restored.stop()
})

it('the embedded database: its folder, copied while the process is stopped, is the whole backup', async () => {
  const server = await startServer({ mode: 'serve' })
  const journals: Journal[] = []
  await takeTests(server.origin, journals, { signal: AbortSignal.timeout(2000) })
  await server.stop({ keepData: true })
  const copy = join(folder, 'copy')
  cpSync(server.dataDir, copy, { recursive: true })
  rmSync(server.dataDir, { recursive: true, force: true })
  const restored = await startServer({ mode: 'serve', dataDir: copy })
  expect(await countLost(restored, journals)).toBe(0)
  await restored.stop()
})
