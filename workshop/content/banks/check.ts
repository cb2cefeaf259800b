/**
 * Checks the question banks against the item-writing rules and prints all errors at once.
 *   npm run banks -- check [--language french] [--spelling] [--release]
 * Failures exit with 1. Suspects to look at don't, and findings to settle before a release do only with --release.
 * --spelling adds the words that no dictionary knows.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isLanguage, LANGUAGES, type Language } from '#quiz/languages.ts'
import { readRuby, rubyFile } from '#server/banks/ruby.ts'
import { ROOT } from '#server/files.ts'
import { bankErrors, pointsErrors, readingErrors } from './check/all-rules.ts'
import { pictureAnchorErrors } from './check/anchor.ts'
import { type BankError, FORM, fail, ruleName } from './check/bank-error.ts'
import {
  bankFile,
  PICTURE_FOLDER,
  pointsFile,
  readLanguageBank,
  readPictureFiles,
  readPictureKeys,
} from './check/language-bank.ts'
import { pictureFileErrors, pictureSetErrors } from './check/pictures.ts'
import { summaryErrors } from './check/read.ts'
import { rubyErrors } from './check/ruby.ts'
import { wholeBankErrors } from './check/whole-bank.ts'
import { itemLedger } from './item-readings.ts'
import { RUBY_LEDGER } from './ruby-readings.ts'
import { banksSummary, SUMMARY_FILE } from './summary-text.ts'

const { values } = parseArgs({
  options: {
    language: { type: 'string' },
    spelling: { type: 'boolean', default: false },
    release: { type: 'boolean', default: false },
  },
})
if (values.language !== undefined && !isLanguage(values.language))
  throw new Error(`There is no bank for "${values.language}". Use one of ${LANGUAGES.join(', ')}.`)
const languages: readonly Language[] = values.language ? [values.language] : LANGUAGES

const SPELLING_LINES = 15

type Findings = { file: string; errors: BankError[] }
type Summary = { language: Language; items: number; failures: number; open: number; looks: number }

const ofSeverity = (findings: readonly Findings[], severity: BankError['severity']) =>
  findings.flatMap(({ errors }) => errors.filter((error) => error.severity === severity))

async function spelling(bank: ReturnType<typeof readLanguageBank>): Promise<Findings[]> {
  if (!values.spelling) return []
  const { spellingErrors } = await import('./check/spelling.ts')
  const errors = (await spellingErrors(bank)).slice(0, SPELLING_LINES)
  return [{ file: `${bankFile(bank.language)}, spelling (at most ${SPELLING_LINES} items)`, errors }]
}

async function checked(language: Language): Promise<{ findings: Findings[]; items: number }> {
  try {
    const bank = readLanguageBank(language)
    const findings = [
      { file: bankFile(language), errors: bankErrors(bank) },
      { file: pointsFile(language), errors: pointsErrors(bank) },
      { file: rubyFile(language), errors: rubyErrors(bank, readRuby(language), RUBY_LEDGER.read()) },
      { file: `data/readings/${language}.jsonl`, errors: readingErrors(bank, itemLedger(language).read()) },
      { file: `${bankFile(language)} as a whole`, errors: wholeBankErrors(bank) },
      ...(await spelling(bank)),
    ]
    return { findings, items: bank.entries.length }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { findings: [{ file: bankFile(language), errors: [fail(null, FORM, message)] }], items: 0 }
  }
}

/** The summary covers all languages, so it's checked as a whole. */
function checkedSummary(): Findings {
  try {
    const written = readFileSync(new URL(SUMMARY_FILE, ROOT), 'utf8')
    return { file: SUMMARY_FILE, errors: summaryErrors(written, banksSummary()) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { file: SUMMARY_FILE, errors: [fail(null, FORM, message)] }
  }
}

function print(title: string, findings: readonly Findings[], severity: BankError['severity']): void {
  const groups = findings
    .map(({ file, errors }) => ({ file, errors: errors.filter((error) => error.severity === severity) }))
    .filter(({ errors }) => errors.length > 0)
  if (groups.length === 0) return
  console.log(`${title}\n`)
  for (const { file, errors } of groups) {
    console.log(file)
    for (const { item, rule, message } of errors)
      console.log(`  ${item === null ? 'whole file' : `item ${item}`}, ${ruleName(rule)}: ${message}`)
    console.log('')
  }
}

const findings: Findings[] = []
const summaries: Summary[] = []
for (const language of languages) {
  const { findings: own, items } = await checked(language)
  findings.push(...own)
  const count = (severity: BankError['severity']) => ofSeverity(own, severity).length
  summaries.push({ language, items, failures: count('fail'), open: count('release'), looks: count('look') })
}
const pictureKeys = readPictureKeys()
const pictures: Findings[] = [
  {
    file: 'data/picture-keys.json',
    errors: [...pictureSetErrors(pictureKeys), ...pictureAnchorErrors(pictureKeys)],
  },
  { file: PICTURE_FOLDER, errors: pictureFileErrors(pictureKeys, readPictureFiles()) },
]
const summary = checkedSummary()
findings.push(...pictures, summary)

print('To look at', findings, 'look')
print('To settle before a release', findings, 'release')
print('To fix', findings, 'fail')
for (const { language, items, failures, open, looks } of summaries)
  console.log(
    `${language.padEnd(8)} ${items} items, ${failures} failures, ${open} before a release, ${looks} to look at`,
  )
const pictureCount = (severity: BankError['severity']) => ofSeverity(pictures, severity).length
console.log(`pictures ${pictureCount('fail')} failures, ${pictureCount('look')} to look at`)
console.log(`summary  ${summary.errors.length === 0 ? 'up to date' : 'out of date'}`)
const isFailed = ofSeverity(findings, 'fail').length > 0
const isOpen = ofSeverity(findings, 'release').length > 0
if (isFailed || (values.release && isOpen)) process.exitCode = 1
