/**
 * Checks the interface texts and prints all errors: in all languages as the tests do, or in one language as if it were
 * finished. Counts the texts that a second reader should read before a release; --release lists them and fails if there
 * are any.
 *   npm run texts -- check [--locale de] [--release]
 */
import { parseArgs } from 'node:util'
import { LOCALES } from '#contract/locales.ts'
import { isSummaryCurrent, textsErrors, textsToRead } from './all-errors.ts'
import { TEXTS_SUMMARY_FILE } from './summary-text.ts'

const { values } = parseArgs({ options: { locale: { type: 'string' }, release: { type: 'boolean' } } })
const asked = LOCALES.filter((locale) => values.locale === undefined || locale === values.locale)
if (asked.length === 0) throw new Error(`Unknown locale “${values.locale}”. Use one of ${LOCALES.join(', ')}.`)

const errors = values.locale ? textsErrors(asked, []) : textsErrors(asked)
for (const error of errors) console.log(error)
console.log(`${asked.join(', ')}: ${errors.length} errors`)

const toRead = textsToRead(asked)
console.log(`To read or fix before a release: ${toRead.length} texts${values.release ? '' : ' (--release lists them)'}`)
if (values.release) for (const line of toRead) console.log(`  ${line}`)
const isCurrent = isSummaryCurrent()
if (!isCurrent) console.log(`${TEXTS_SUMMARY_FILE} is out of date: npm run texts -- summary`)
if (errors.length > 0 || (values.release && (toRead.length > 0 || !isCurrent))) process.exitCode = 1
