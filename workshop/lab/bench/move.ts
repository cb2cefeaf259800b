/** `npm run bench -- move`: how long half a million rows take from the embedded database to Postgres: [rows] */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillForMove } from '#harness/many-rows.ts'
import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { openPglite } from '#server/db/connection/pglite.ts'

const rows = Number(process.argv[2] ?? 500_000)
const folder = mkdtempSync(join(tmpdir(), 'language-quiz-move-'))
const server = await startPostgres({ isDurable: true })
try {
  const { db, close } = await openPglite(folder)
  await fillForMove(db, rows)
  await close()
  const url = await createDatabase(server.url, 'moved')
  const environment = { ...process.env, DATA_DIR: folder }
  execFileSync(process.execPath, ['src/operators/move/move.ts', url], { env: environment, stdio: 'inherit' })
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
