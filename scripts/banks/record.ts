/**
 * Appends a reader's answers to data/readings and says how they agree with the keys.
 *   npm run banks -- record --language french --sheet sheet.json --answers answers.jsonl --reader "reader fr-1"
 * Each line of the answers: {"ref","answer","defensible":[…],"note","level"}.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isLanguage } from '#quiz/languages.ts'
import { readJsonLines } from '../json-lines.ts'
import { appendReadings, type Judged, type Judgment, judgmentFaults, readingOf, scoreOf } from './judgments.ts'
import { readBank, readingHash } from './readings.ts'

const { values } = parseArgs({
  options: {
    language: { type: 'string' },
    sheet: { type: 'string' },
    answers: { type: 'string' },
    reader: { type: 'string' },
  },
})
const { language, sheet: sheetPath, answers: answersPath, reader } = values
if (!isLanguage(language) || !sheetPath || !answersPath || !reader)
  throw new Error('Say --language, --sheet, --answers and --reader.')

type SheetEntry = { ref: string; options: string[] }
const sheet: SheetEntry[] = JSON.parse(readFileSync(sheetPath, 'utf8'))
type Answer = Judgment & { ref: string }
const answers = readJsonLines<Answer>(answersPath)
const bank = new Map(readBank(language).map((item) => [readingHash(item), item]))
const date = new Date().toISOString().slice(0, 10)

const problems: string[] = []
const judged = sheet.flatMap(({ ref, options }): Judged[] => {
  const item = bank.get(ref)
  const given = answers.filter((entry) => entry.ref === ref)
  const [judgment] = given
  if (!item) problems.push(`${ref}: the item has changed since the sheet was made`)
  if (given.length !== 1) problems.push(`${ref}: ${given.length} answers`)
  if (!item || !judgment) return []
  const entry = { item, shown: options, judgment }
  problems.push(...judgmentFaults(entry).map((fault) => `${ref}: ${fault}`))
  return [entry]
})
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
appendReadings(
  language,
  judged.map((entry) => readingOf(entry, reader, date)),
)

const score = scoreOf(judged)
for (const { item, itemLevel, point, question, key, answer, defensible, note } of score.disagreements)
  console.log(
    `${item} ${itemLevel} ${point}: ${question}\n   key ${key}, read ${answer}, also ${defensible.join(' / ') || '-'}: ${note}`,
  )
const { readings, confirmed, leveled, levelEqual, levelNear } = score
console.log(
  `confirmed ${confirmed} of ${readings}; level equal ${levelEqual} of ${leveled}, within one ${levelNear} of ${leveled}`,
)
