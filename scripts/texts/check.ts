/**
 * Checks the interface texts and prints all faults at once: of all languages as the tests do, or of one as if it were finished.
 *   npm run texts -- check [--locale de]
 */
import { parseArgs } from 'node:util'
import { LOCALES } from '#contract/locales.ts'
import { textsFaults } from './all-faults.ts'

const { values } = parseArgs({ options: { locale: { type: 'string' } } })
const asked = LOCALES.filter((locale) => values.locale === undefined || locale === values.locale)
if (asked.length === 0) throw new Error(`There is no “${values.locale}”. Say one of ${LOCALES.join(', ')}.`)

const faults = values.locale ? textsFaults(asked, []) : textsFaults(asked)
for (const fault of faults) console.log(fault)
console.log(`${asked.join(', ')}: ${faults.length} faults`)
if (faults.length > 0) process.exitCode = 1
