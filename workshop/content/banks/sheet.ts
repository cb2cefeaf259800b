/**
 * Makes a sheet for a blind reading: shuffled items, each with its stem or picture and its options in random order,
 * without key or level.
 *   npm run banks -- sheet --language french --into sheet [--all | --since main | --draw 12 --seed 7]
 * Writes sheet.json and the pictures into the folder, with pictures renamed by reference, since their own names are the
 * answers. The sheet has the items whose current wording no reading confirms; with --all, it has every item; with
 * --since, the ones that changed; and with --draw, that many random items of each level.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '#harness/seeded-random.ts'
import type { Item } from '#quiz/bank.ts'
import { LEVELS } from '#quiz/constants.ts'
import { isLanguage } from '#quiz/languages.ts'
import { shuffle } from '#quiz/random.ts'
import { systemRandom } from '#server/attempts/random.ts'
import { ROOT } from '#server/files.ts'
import { presentReading } from '../readings.ts'
import { bankThen, commitOf } from './bank-then.ts'
import { PICTURE_FOLDER, readLanguageBank } from './check/language-bank.ts'
import { changedItems } from './followers.ts'
import { confirms, itemHash, itemLedger } from './item-readings.ts'

const { values } = parseArgs({
  options: {
    language: { type: 'string' },
    into: { type: 'string' },
    all: { type: 'boolean', default: false },
    since: { type: 'string' },
    draw: { type: 'string' },
    seed: { type: 'string' },
  },
})
const { language, into, all, since, draw, seed } = values
if (!isLanguage(language) || !into) throw new Error('Set a language and a folder: --language french --into sheet')
if (draw && !(Number(draw) > 0 && seed))
  throw new Error('Set a number of items per level and a seed: --draw 12 --seed 7')

const readings = itemLedger(language).read()
const { items } = readLanguageBank(language)
const unconfirmed = items.filter((item) => {
  const present = presentReading(readings, itemHash(item))
  return !present || !confirms(present, item)
})
const changed = since ? changedItems(bankThen(language, commitOf(since)), items) : unconfirmed
function drawn(): Item[] {
  const random = seededRandom(Number(seed))
  return LEVELS.flatMap((level) =>
    shuffle(
      items.filter((item) => item.level === level),
      random,
    ).slice(0, Number(draw)),
  )
}

function wanted(): readonly Item[] {
  if (draw) return drawn()
  return all ? items : changed
}

const chosen = wanted()
const sheet = shuffle(chosen, systemRandom).map((item) => {
  const ref = itemHash(item)
  return {
    ref,
    ...(item.image ? { picture: `${ref}.jpg` } : { stem: item.question }),
    options: shuffle([...item.correct, ...item.incorrect], systemRandom),
  }
})
mkdirSync(into, { recursive: true })
for (const item of chosen.filter(({ image }) => image))
  copyFileSync(new URL(`${PICTURE_FOLDER}/${item.image}.jpg`, ROOT), join(into, `${itemHash(item)}.jpg`))
writeFileSync(join(into, 'sheet.json'), `[\n${sheet.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`)
console.log(`${join(into, 'sheet.json')}: ${sheet.length} items`)
