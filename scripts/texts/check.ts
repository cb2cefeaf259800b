/**
 * Checks the interface texts and prints all faults: of all languages as the tests do, or of one as if it were finished. Then lists what a
 * second reader should read before a release, which is not a failure.
 *   npm run texts -- check [--locale de]
 */
import { parseArgs } from 'node:util'
import { LOCALES } from '#contract/locales.ts'
import { textsFaults, unreadTexts } from './all-faults.ts'

const { values } = parseArgs({ options: { locale: { type: 'string' } } })
const asked = LOCALES.filter((locale) => values.locale === undefined || locale === values.locale)
if (asked.length === 0) throw new Error(`Unknown locale “${values.locale}”. Use one of ${LOCALES.join(', ')}.`)

const faults = values.locale ? textsFaults(asked, []) : textsFaults(asked)
for (const fault of faults) console.log(fault)
console.log(`${asked.join(', ')}: ${faults.length} faults`)

const unread = unreadTexts(asked)
if (unread.length > 0) console.log(`To read before a release:\n  ${unread.join('\n  ')}`)
if (faults.length > 0) process.exitCode = 1
