/**
 * Imports teachers' verdicts from a CSV file (docs/marketplace.md) into the database that `npm run serve` uses.
 *   npm run import -- levels levels.csv
 * Checks the whole file first, and whether everybody in it is known: if there are faults, prints them all, writes
 * nothing and exits with 1.
 */
import { inTransaction } from '#server/db/connection/retry.ts'
import type { Database } from '#server/db/schema.ts'
import { findUserId, issuerOf } from '#server/db/tables/identities.ts'
import { recordVerdicts, type StoredVerdict } from '#server/db/tables/level-verdicts.ts'
import { readSettings } from '#settings/read.ts'
import { operate, withDatabase } from '../operation.ts'
import { decodeFile, readBytes } from './read-file.ts'
import { readVerdicts, refusal } from './read-verdicts.ts'

/** @throws Error that names the lines of people who have no account */
async function ofAccounts(
  db: Database,
  issuer: string | undefined,
  rows: ReturnType<typeof readVerdicts>,
): Promise<StoredVerdict[]> {
  const faults: string[] = []
  const verdicts: StoredVerdict[] = []
  for (const { line, user_id, ...verdict } of rows) {
    const userId = await findUserId(db, issuer, user_id)
    if (userId === undefined) faults.push(`line ${line}: nobody with the id ${user_id} has an account here`)
    else verdicts.push({ ...verdict, userId })
  }
  if (faults.length > 0) throw refusal(faults)
  return verdicts
}

await operate(async () => {
  const [, , file] = process.argv
  if (!file) throw new Error('Name the file: npm run import -- levels levels.csv')
  const rows = readVerdicts(decodeFile(await readBytes(file)))
  const settings = readSettings(process.env, { isProduction: true })
  await withDatabase(settings, async (db) => {
    const older = await inTransaction(db, async (transaction) => {
      const given = await ofAccounts(transaction, issuerOf(settings), rows)
      const days = new Map(given.map(({ userId, language, date }) => [`${userId} ${language}`, date]))
      const stored = await recordVerdicts(transaction, given)
      return stored.filter(({ userId, language, date }) => days.get(`${userId} ${language}`) !== date).length
    })
    console.log(`${rows.length - older} verdicts stored, ${older} left out for newer ones that are stored already.`)
  })
})
