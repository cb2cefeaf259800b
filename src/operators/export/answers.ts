/**
 * `npm run --silent export -- answers > answers.csv`: one row per answer of every finished assessment, under
 * pseudonyms, for psychometric tools (docs/research.md). Reads the same settings as `npm run serve`.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { exportedAttempts } from '#server/db/tables/exported-attempts.ts'
import { readSettings } from '#settings/read.ts'
import { operate, withDatabase } from '../operation.ts'
import { answerRows } from './answer-rows.ts'
import { toCsv } from './csv.ts'

await operate(async () => {
  await withDatabase(readSettings(process.env, { isProduction: true }), async (db) => {
    const key = randomBytes(32).toString('hex')
    let assessment = 0
    for await (const finished of exportedAttempts(db)) {
      const csv = toCsv(answerRows(finished, ++assessment, key), { hasHeader: assessment === 1 })
      if (!process.stdout.write(csv)) await once(process.stdout, 'drain')
    }
  })
})
