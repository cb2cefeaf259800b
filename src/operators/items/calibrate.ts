/**
 * `npm run banks -- calibrate`: difficulties and, where there are enough answers, discriminations of the items from
 * finished first attempts. Writes data/calibrations/{version}.json, or `-- --out file.json`; the setting CALIBRATION
 * turns it on. Reads the same settings as `npm run serve`.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { readSettings } from '#settings/read.ts'
import { operate, withDatabase } from '../operation.ts'
import { calibrateAttempts } from './calibrate-attempts.ts'
import { progressBar } from './progress.ts'

await operate(async () => {
  const { values } = parseArgs({ options: { out: { type: 'string' } } })
  await withDatabase(readSettings(process.env, { isProduction: true }), async (db) => {
    const { attempts, items } = await calibrateAttempts(db, progressBar())
    if (items.length === 0) throw new Error('There are no finished first attempts to calibrate from.')
    const content = createHash('sha256').update(JSON.stringify(items)).digest('hex').slice(0, 8)
    const version = `${new Date().toISOString().slice(0, 10)}-${content}`
    const file = values.out ?? `data/calibrations/${version}.json`
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify({ version, attempts, items }, null, 1)}\n`, { flag: 'wx' })
    const setting = values.out ?? basename(file, '.json')
    console.log(`${attempts} attempts, ${items.length} items: ${file}. CALIBRATION=${setting} turns it on.`)
  })
})
