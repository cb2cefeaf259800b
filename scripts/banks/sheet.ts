/**
 * Makes a blind reading sheet: stem and options in random order, no key, no level, items shuffled.
 *   npm run banks -- sheet --language french [--all] > sheet.json
 * Without --all it holds only the sentence items that no reading confirms as they stand now.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { isLanguage } from '#quiz/languages.ts'
import { shuffle } from '#quiz/random.ts'
import { confirms, presentReading, readBank, readingHash, readReadings } from './readings.ts'

const { values } = parseArgs({ options: { language: { type: 'string' }, all: { type: 'boolean', default: false } } })
if (!isLanguage(values.language)) throw new Error('Say which language: --language french')
const { language, all } = values

const random = () => randomInt(2 ** 32) / 2 ** 32
const readings = readReadings(language)
const wanted = readBank(language).filter((item) => {
  if (item.image) return false
  const present = presentReading(readings, item)
  return all || !present || !confirms(present, item)
})
const sheet = shuffle(wanted, random).map((item) => ({
  ref: readingHash(item),
  stem: item.question,
  options: shuffle([...item.correct, ...item.incorrect], random),
}))
console.log(`[\n${sheet.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`)
