/**
 * Checks the question banks against the item-writing rules and prints all problems at once.
 *   npm run banks -- check [--language french] [--spelling] [--release]
 * Failures end with exit code 1; what is "to look at" does not, and what is to be settled before a release only with
 * --release. --spelling adds the words no dictionary knows.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isLanguage, LANGUAGES, type Language } from '#quiz/languages.ts'
import { readRuby, rubyFile } from '#server/banks/ruby.ts'
import { ROOT } from '#server/files.ts'
import { bankProblems, pointsProblems, readingProblems } from './check/all-rules.ts'
import {
  bankFile,
  PICTURE_FOLDER,
  pointsFile,
  readLanguageBank,
  readPictureFiles,
  readPictureKeys,
} from './check/language-bank.ts'
import { pictureFileProblems, pictureSetProblems } from './check/pictures.ts'
import { FORM, fail, type Problem, ruleName } from './check/problem.ts'
import { reportProblems } from './check/read.ts'
import { rubyProblems } from './check/ruby.ts'
import { wholeBankProblems } from './check/whole-bank.ts'
import { itemLedger } from './item-readings.ts'
import { banksReport, REPORT_FILE } from './report-text.ts'
import { RUBY_LEDGER } from './ruby-readings.ts'

const { values } = parseArgs({
  options: {
    language: { type: 'string' },
    spelling: { type: 'boolean', default: false },
    release: { type: 'boolean', default: false },
  },
})
if (values.language !== undefined && !isLanguage(values.language))
  throw new Error(`There is no bank of "${values.language}". Say one of ${LANGUAGES.join(', ')}.`)
const languages: readonly Language[] = values.language ? [values.language] : LANGUAGES

const SPELLING_LINES = 15

type Findings = { file: string; problems: Problem[] }
type Summary = { language: Language; items: number; failures: number; open: number; looks: number }

const ofSeverity = (findings: readonly Findings[], severity: Problem['severity']) =>
  findings.flatMap(({ problems }) => problems.filter((problem) => problem.severity === severity))

async function spelling(bank: ReturnType<typeof readLanguageBank>): Promise<Findings[]> {
  if (!values.spelling) return []
  const { spellingProblems } = await import('./check/spelling.ts')
  const problems = (await spellingProblems(bank)).slice(0, SPELLING_LINES)
  return [{ file: `${bankFile(bank.language)}, spelling (at most ${SPELLING_LINES} items)`, problems }]
}

async function checked(language: Language): Promise<{ findings: Findings[]; items: number }> {
  try {
    const bank = readLanguageBank(language)
    const findings = [
      { file: bankFile(language), problems: bankProblems(bank) },
      { file: pointsFile(language), problems: pointsProblems(bank) },
      { file: rubyFile(language), problems: rubyProblems(bank, readRuby(language), RUBY_LEDGER.read()) },
      { file: `data/readings/${language}.jsonl`, problems: readingProblems(bank, itemLedger(language).read()) },
      { file: `${bankFile(language)} as a whole`, problems: wholeBankProblems(bank) },
      ...(await spelling(bank)),
    ]
    return { findings, items: bank.entries.length }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { findings: [{ file: bankFile(language), problems: [fail(null, FORM, message)] }], items: 0 }
  }
}

/** The report is on all languages, so it is checked as a whole. */
function checkedReport(): Findings {
  try {
    const written = readFileSync(new URL(REPORT_FILE, ROOT), 'utf8')
    return { file: REPORT_FILE, problems: reportProblems(written, banksReport()) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { file: REPORT_FILE, problems: [fail(null, FORM, message)] }
  }
}

function print(title: string, findings: readonly Findings[], severity: Problem['severity']): void {
  const groups = findings
    .map(({ file, problems }) => ({ file, problems: problems.filter((problem) => problem.severity === severity) }))
    .filter(({ problems }) => problems.length > 0)
  if (groups.length === 0) return
  console.log(`${title}\n`)
  for (const { file, problems } of groups) {
    console.log(file)
    for (const { item, rule, message } of problems)
      console.log(`  ${item === null ? 'whole file' : `item ${item}`}, ${ruleName(rule)}: ${message}`)
    console.log('')
  }
}

const findings: Findings[] = []
const summaries: Summary[] = []
for (const language of languages) {
  const { findings: own, items } = await checked(language)
  findings.push(...own)
  const count = (severity: Problem['severity']) => ofSeverity(own, severity).length
  summaries.push({ language, items, failures: count('fail'), open: count('release'), looks: count('look') })
}
const pictureKeys = readPictureKeys()
const pictureProblems = [...pictureSetProblems(pictureKeys), ...pictureFileProblems(pictureKeys, readPictureFiles())]
const pictures = { file: PICTURE_FOLDER, problems: pictureProblems }
const report = checkedReport()
findings.push(pictures, report)

print('To look at', findings, 'look')
print('To settle before a release', findings, 'release')
print('To mend', findings, 'fail')
for (const { language, items, failures, open, looks } of summaries)
  console.log(
    `${language.padEnd(8)} ${items} items, ${failures} failures, ${open} before a release, ${looks} to look at`,
  )
console.log(`pictures ${pictures.problems.length} failures`)
console.log(`report   ${report.problems.length === 0 ? 'as the banks are' : 'not written since a change'}`)
const isFailed = ofSeverity(findings, 'fail').length > 0
const isOpen = ofSeverity(findings, 'release').length > 0
if (isFailed || (values.release && isOpen)) process.exitCode = 1
