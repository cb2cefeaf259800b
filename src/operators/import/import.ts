/**
 * `npm run import -- file.json`: imports teachers and vocabulary sets (docs/marketplace.md) into the database that
 * `npm run serve` uses. Checks the whole file first; on errors, prints all of them, writes nothing, and exits with 1.
 */
import { readFileSync } from 'node:fs'
import { type ImportCounts, inImport } from '#server/db/tables/imports.ts'
import { importTeachers } from '#server/db/tables/teacher-imports.ts'
import { importCardSets } from '#server/db/tables/vocabulary.ts'
import { readSettings } from '#settings/read.ts'
import { operate, withDatabase } from '../operation.ts'
import { readImportFile } from './read-file.ts'

const say = (what: string, { added, changed, removed }: ImportCounts) =>
  console.log(`${what}: ${added} added, ${changed} updated, ${removed} removed.`)

await operate(async () => {
  const [file] = process.argv.slice(2)
  if (!file) throw new Error('Usage: npm run import -- file.json')
  const { teachers, vocabulary } = readImportFile(readFileSync(file, 'utf8'))
  const settings = readSettings(process.env, { isProduction: true })
  if (settings.MARKETPLACE_API_URL)
    throw new Error('Nothing to import: teachers and vocabulary come from the linked marketplace.')
  await withDatabase(settings, (db) =>
    inImport(db, async (transaction) => {
      if (teachers) say('Teachers', await importTeachers(transaction, teachers))
      if (vocabulary) say('Vocabulary sets', await importCardSets(transaction, vocabulary))
    }),
  )
})
