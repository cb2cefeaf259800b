/**
 * Imports teachers or vocabulary sets from a JSON file (docs/marketplace.md) into the database that `npm run serve`
 * uses.
 *   npm run import -- teachers file.json [--replace]
 *   npm run import -- vocabulary file.json [--replace]
 * --replace also removes what an earlier file named and this one does not.
 * Checks the whole file first: if there are faults, prints them all, writes nothing and exits with 1.
 */
import { parseArgs } from 'node:util'
import type { Database } from '#server/db/schema.ts'
import type { ImportCounts } from '#server/db/tables/imports.ts'
import { importTeachers } from '#server/db/tables/teacher-imports.ts'
import { importCardSets } from '#server/db/tables/vocabulary.ts'
import { readSettings } from '#settings/read.ts'
import { operate, withDatabase } from '../operation.ts'
import { decodeFile, type ReadFile, readBytes, readCardSets, readTeachers } from './read-file.ts'

async function importFile<Entry>(
  read: ReadFile<Entry>,
  write: (db: Database, entries: readonly Entry[], options: { replace: boolean }) => Promise<ImportCounts>,
  replace: boolean,
): Promise<void> {
  if (!read.ok) throw new Error([...read.faults, 'Nothing was imported.'].join('\n'))
  const settings = readSettings(process.env, { isProduction: true })
  if (settings.MARKETPLACE_API_URL) throw new Error('Teachers and words come from the linked marketplace.')
  await withDatabase(settings, async (db) => {
    const { added, changed, removed } = await write(db, read.entries, { replace })
    console.log(`${added} added, ${changed} updated, ${removed} removed.`)
  })
}

await operate(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [kind, file] = positionals
  if (!file) throw new Error(`Name the file: npm run import -- ${kind} file.json`)
  const text = decodeFile(await readBytes(file))
  if (kind === 'teachers') await importFile(readTeachers(text), importTeachers, values.replace)
  else await importFile(readCardSets(text), importCardSets, values.replace)
})
