/**
 * Makes a blind reading sheet: stem or picture, and options in random order, no key, no level, items shuffled.
 *   npm run banks -- sheet --language french [--all | --since main] > sheet.json
 * It holds the items that no reading confirms as they stand now, all with --all, those that changed with --since.
 */
import { parseArgs } from 'node:util'
import { isLanguage } from '#quiz/languages.ts'
import { shuffle } from '#quiz/random.ts'
import { systemRandom } from '#server/attempts/random.ts'
import { presentReading } from '../readings.ts'
import { bankThen, commitOf } from './bank-then.ts'
import { PICTURE_FOLDER, readLanguageBank } from './check/language-bank.ts'
import { changedItems } from './followers.ts'
import { confirms, itemHash, itemLedger } from './item-readings.ts'

const { values } = parseArgs({
  options: {
    language: { type: 'string' },
    all: { type: 'boolean', default: false },
    since: { type: 'string' },
  },
})
if (!isLanguage(values.language)) throw new Error('Set a language: --language french')
const { language, all, since } = values

const readings = itemLedger(language).read()
const { items } = readLanguageBank(language)
const unconfirmed = items.filter((item) => {
  const present = presentReading(readings, itemHash(item))
  return !present || !confirms(present, item)
})
const changed = since ? changedItems(bankThen(language, commitOf(since)), items) : unconfirmed
const wanted = all ? items : changed
const sheet = shuffle(wanted, systemRandom).map((item) => ({
  ref: itemHash(item),
  ...(item.image ? { picture: `${PICTURE_FOLDER}/${item.image}.jpg` } : { stem: item.question }),
  options: shuffle([...item.correct, ...item.incorrect], systemRandom),
}))
console.log(`[\n${sheet.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`)
