/**
 * Imports teachers or vocabulary sets from a JSON file (docs/marketplace.md) into the database that `npm run serve` uses.
 *   npm run import -- teachers file.json [--replace]
 *   npm run import -- vocabulary file.json [--replace]
 * --replace also removes what an earlier file named and this one does not.
 * Checks the whole file first: if there are faults, prints them all, writes nothing and exits with 1.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { decodeFile, type ReadFile, readCardSets, readTeachers } from '#server/db/import-files.ts'
import { importCardSets } from '#server/db/import-sets.ts'
import { type Imported, importTeachers } from '#server/db/imports.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Database } from '#server/db/schema.ts'
import { readSettings } from '#server/settings.ts'

const MOST_FAULTS_SHOWN = 200

async function importFile<Entry>(
  read: ReadFile<Entry>,
  write: (db: Database, entries: readonly Entry[], options: { replace: boolean }) => Promise<Imported>,
  replace: boolean,
): Promise<void> {
  if (!read.ok) {
    const shown = read.faults.slice(0, MOST_FAULTS_SHOWN)
    const rest = read.faults.length - shown.length
    throw new Error([...shown, ...(rest > 0 ? [`and ${rest} more`] : []), 'Nothing was imported.'].join('\n'))
  }
  const settings = readSettings(process.env, { isProduction: true })
  if (settings.MARKETPLACE_API_URL) throw new Error('Teachers and words come from the external marketplace.')
  const { db, close } = await openDatabase(settings)
  try {
    const { added, changed, removed } = await write(db, read.entries, { replace })
    console.log(`${added} added, ${changed} updated, ${removed} removed.`)
  } finally {
    await close()
  }
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [kind, file] = positionals
  if (!file) throw new Error(`Name the file: npm run import -- ${kind} file.json`)
  const text = decodeFile(readFileSync(file))
  if (kind === 'teachers') await importFile(readTeachers(text), importTeachers, values.replace)
  else await importFile(readCardSets(text), importCardSets, values.replace)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
