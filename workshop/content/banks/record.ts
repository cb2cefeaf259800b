/**
 * Appends a reader's answers to data/readings and prints how well they agree with the keys.
 *   npm run banks -- record --language french --sheet sheet/sheet.json --answers answers.jsonl --reader "reader fr-1"
 * Each line of the answers file: {"ref","answer","defensible":[…],"note","level","natural":1-5}.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isLanguage } from '#quiz/languages.ts'
import { judgmentErrors, readJsonLines, stopWith } from '../readings.ts'
import { readLanguageBank } from './check/language-bank.ts'
import { itemErrors, itemHash, itemLedger, type Judged, type Judgment, readingOf } from './item-readings.ts'
import { scoreOf } from './score.ts'

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
  throw new Error('Set --language, --sheet, --answers, and --reader.')

type SheetEntry = { ref: string; options: string[] }
const sheet: SheetEntry[] = JSON.parse(readFileSync(sheetPath, 'utf8'))
type Answer = Judgment & { ref: string }
const answers = readJsonLines<Answer>(answersPath)
const bank = new Map(readLanguageBank(language).items.map((item) => [itemHash(item), item]))

const judged = sheet.flatMap(({ ref, options }): (Judged & { ref: string })[] => {
  const item = bank.get(ref)
  return item
    ? answers.filter((answer) => answer.ref === ref).map((judgment) => ({ ref, item, shown: options, judgment }))
    : []
})
stopWith([
  ...sheet.flatMap(({ ref }) => (bank.has(ref) ? [] : [`${ref}: the item has changed since the sheet was made`])),
  ...sheet.flatMap(({ ref }) => (answers.some((answer) => answer.ref === ref) ? [] : [`${ref}: no answer`])),
  ...judgmentErrors(judged, ({ ref }) => ref, itemErrors),
])
itemLedger(language).append(judged.map((entry) => readingOf(entry, reader)))

const score = scoreOf(judged)
for (const { item, itemLevel, point, question, key, answer, defensible, note } of score.disagreements)
  console.log(
    `${item} ${itemLevel} ${point}: ${question}\n   key ${key}, read ${answer}, also defended ${defensible.join(' / ') || '-'}: ${note}`,
  )
const { readings, confirmed, leveled, levelEqual, levelNear } = score
console.log(
  `confirmed ${confirmed} of ${readings}; level equal ${levelEqual} of ${leveled}, within one ${levelNear} of ${leveled}`,
)
