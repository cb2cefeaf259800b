/**
 * `npm run banks -- validate`: how well levels agree with what people know of theirs, and second tests with the first.
 * Prints Markdown; `-- --json file` writes the figures, and `-- --write` their section of docs/validity.md. Reads the
 * same settings as `npm run serve`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findCompared } from '#server/db/tables/validity.ts'
import { validityReport } from '#server/validity/validity.ts'
import { readSettings } from '#settings/read.ts'
import { operate, withDatabase } from '../operation.ts'
import { writeSection } from '../write-section.ts'
import { confusionPictures, validityLines } from './validity-text.ts'

/** The same answers give the same intervals. */
const SEED = 1

await operate(async () => {
  const { values } = parseArgs({ options: { json: { type: 'string' }, write: { type: 'boolean' } } })
  await withDatabase(readSettings(process.env, { isProduction: true }), async (db) => {
    const report = validityReport(await findCompared(db), SEED)
    const day = new Date().toISOString().slice(0, 10)
    console.log(validityLines(report, day).join('\n'))
    if (values.json) writeFileSync(values.json, `${JSON.stringify({ day, ...report }, null, 1)}\n`)
    if (!values.write) return
    mkdirSync('docs/validity', { recursive: true })
    for (const [source, picture] of Object.entries(confusionPictures(report)))
      writeFileSync(`docs/validity/${source}.svg`, picture)
    writeSection('docs/validity.md', 'validity', validityLines(report, day, true))
  })
})
