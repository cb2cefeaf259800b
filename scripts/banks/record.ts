/**
 * Appends a reader's answers to data/readings and says how they agree with the keys.
 *   npm run banks:record -- --language french --sheet sheet.json --answers answers.jsonl --reader "reader fr-1"
 * Each line of the answers: {"ref","answer","defensible":[…],"note","level"}.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isLanguage } from '#quiz/languages.ts'
import { LEVELS } from '#quiz/levels.ts'
import { confirms, type Reading, readBank, readingHash, readingsFile } from './readings.ts'

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
type Answer = Pick<Reading, 'answer' | 'defensible' | 'note' | 'level'> & { ref: string }
const answers: Answer[] = readFileSync(answersPath, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))
const bank = new Map(readBank(language).map((item) => [readingHash(item), item]))
const date = new Date().toISOString().slice(0, 10)

const problems: string[] = []
const readings = sheet.flatMap(({ ref, options }): Reading[] => {
  const item = bank.get(ref)
  const given = answers.filter((entry) => entry.ref === ref)
  const [answer] = given
  if (!item) problems.push(`${ref}: the item has changed since the sheet was made`)
  if (given.length !== 1) problems.push(`${ref}: ${given.length} answers`)
  if (!item || !answer) return []
  for (const option of [answer.answer, ...answer.defensible])
    if (option !== '' && !options.includes(option)) problems.push(`${ref}: "${option}" is not one of the options`)
  if (!item.image && !LEVELS.some((level) => level === answer.level)) problems.push(`${ref}: level "${answer.level}"`)
  const { defensible, note, level } = answer
  return [{ item: item.id, hash: ref, shown: options, answer: answer.answer, defensible, note, level, reader, date }]
})
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
appendFileSync(readingsFile(language), readings.map((reading) => `${JSON.stringify(reading)}\n`).join(''))

for (const reading of readings) {
  const item = bank.get(reading.hash)
  if (item && !confirms(reading, item))
    console.log(
      `${item.id} ${item.level} ${item.point}: ${item.question}\n   key ${item.correct}, read ${reading.answer}, also ${reading.defensible.join(' / ') || '-'}: ${reading.note}`,
    )
}
const of = (count: number) => `${count} of ${readings.length}`
const levelled = readings.filter((reading) => reading.level)
const distance = (reading: Reading) =>
  Math.abs(LEVELS.indexOf(reading.level || 'A1') - LEVELS.indexOf(bank.get(reading.hash)?.level ?? 'A1'))
console.log(
  `confirmed ${of(readings.filter((reading) => bank.get(reading.hash) && confirms(reading, bank.get(reading.hash) as never)).length)}; ` +
    `level equal ${of(levelled.filter((reading) => distance(reading) === 0).length)}, within one ${of(levelled.filter((reading) => distance(reading) <= 1).length)}`,
)
