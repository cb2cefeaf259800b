/**
 * `npm run banks -- validate`: how well levels agree with what people know of theirs, and second tests with the first.
 * Prints Markdown; `-- --json file` writes the figures, and `-- --write` their section of docs/validity.md. Instead,
 * `-- --export table.csv` writes an anonymous table for researchers. Reads the same settings as `npm run serve`.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { systemRandom } from '#server/attempts/random.ts'
import { findCompared } from '#server/db/tables/validity.ts'
import { SEED } from '#server/validity/shown.ts'
import { validityReport } from '#server/validity/validity.ts'
import { readSettings } from '#settings/read.ts'
import { operate, withDatabase } from '../operation.ts'
import { writeSection } from '../write-section.ts'
import { anonymousTable } from './export.ts'
import { confusionPictures, validityLines } from './validity-text.ts'

await operate(async () => {
  const { values } = parseArgs({
    options: { json: { type: 'string' }, write: { type: 'boolean' }, export: { type: 'string' } },
  })
  await withDatabase(readSettings(process.env, { isProduction: true }), async (db) => {
    const compared = await findCompared(db)
    if (values.export) {
      // Never over a table that somebody may have passed on.
      if (existsSync(values.export)) throw new Error(`${values.export} exists already: name another file.`)
      writeFileSync(values.export, anonymousTable(compared.rows, systemRandom), { flag: 'wx' })
      return console.log(`${values.export} is written.`)
    }
    const report = validityReport(compared, SEED)
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
