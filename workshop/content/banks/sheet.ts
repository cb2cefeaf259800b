/**
 * Makes a blind reading sheet: stem or picture, and options in random order, no key, no level, items shuffled.
 *   npm run banks -- sheet --language french [--all] > sheet.json
 * Without --all it holds only the items that no reading confirms as they stand now.
 */
import { parseArgs } from 'node:util'
import { isLanguage } from '#quiz/languages.ts'
import { shuffle } from '#quiz/random.ts'
import { systemRandom } from '#server/attempts/random.ts'
import { presentReading } from '../readings.ts'
import { PICTURE_FOLDER, readLanguageBank } from './check/language-bank.ts'
import { confirms, itemHash, itemLedger } from './item-readings.ts'

const { values } = parseArgs({ options: { language: { type: 'string' }, all: { type: 'boolean', default: false } } })
if (!isLanguage(values.language)) throw new Error('Set a language: --language french')
const { language, all } = values

const readings = itemLedger(language).read()
const wanted = readLanguageBank(language).items.filter((item) => {
  const present = presentReading(readings, itemHash(item))
  return all || !present || !confirms(present, item)
})
const sheet = shuffle(wanted, systemRandom).map((item) => ({
  ref: itemHash(item),
  ...(item.image ? { picture: `${PICTURE_FOLDER}/${item.image}.jpg` } : { stem: item.question }),
  options: shuffle([...item.correct, ...item.incorrect], systemRandom),
}))
console.log(`[\n${sheet.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`)
