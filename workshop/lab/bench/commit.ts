/** `npm run bench -- commit`: the cost of having PGlite's commits on disk before they are acknowledged. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import { measuredOn, writeFigures } from '#harness/figures.ts'
import { openPglite } from '#server/db/connection/pglite.ts'
import type { Database, Tables } from '#server/db/schema.ts'
import { insertEvents } from '#server/db/tables/events.ts'
import { median } from '../median.ts'

const COMMITS = 300
const ROUNDS = 3

async function commitMs(db: Database): Promise<number> {
  const times: number[] = []
  for (let commit = 0; commit < COMMITS; commit++) {
    const started = performance.now()
    await insertEvents(db, { visitor: null, userId: null }, [{ name: 'bench', occurredAt: new Date(), properties: {} }])
    times.push(performance.now() - started)
  }
  return median(times)
}

const folder = mkdtempSync(join(tmpdir(), 'language-quiz-'))
const synced: number[] = []
const unsynced: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const embedded = await openPglite(folder)
  if (embedded.storage.durability !== 'synced') throw new Error('The commits do not reach the disk.')
  synced.push(await commitMs(embedded.db))
  await embedded.close()
  // The same folder, opened by plain PGlite.
  const pglite = await PGlite.create(join(folder, 'postgres'))
  unsynced.push(await commitMs(new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })))
  await pglite.close()
}
rmSync(folder, { recursive: true, force: true })

const [ours, bare] = [median(synced), median(unsynced)]
writeFigures('docs/performance.md', 'commit', [
  `A commit of PGlite that is on disk when it is acknowledged (\`npm run bench -- commit\`, ${measuredOn()}).`,
  '',
  '| | on disk | as PGlite does it, not on disk | difference |',
  '|---|--:|--:|--:|',
  `| one inserted event, middle of ${COMMITS}, ms | ${ours.toFixed(2)} | ${bare.toFixed(2)} | ${(ours - bare).toFixed(2)} |`,
])
