import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { type Random, shuffle } from '#quiz/random.ts'
import { Refusal } from '#server/http/refusal.ts'
import { presentReading } from '../readings.ts'
import { optionsOf, readLanguageBank } from './check/language-bank.ts'
import { confirms, type ItemReading, itemHash, itemLedger } from './item-readings.ts'
import type { OpenEntry, OpenPage } from './reading-page/page-data.ts'

export type OpenOptions = {
  language: Language
  /** Only the items of one level. */
  level: Level | undefined
  /** The item to begin with. */
  item: number | undefined
  folder: URL
  random: Random
}

function readingSentence(item: OpenEntry['item'], readings: readonly ItemReading[]): string {
  const reading = presentReading(readings, itemHash(item))
  if (!reading) return 'Nobody has read this wording blind yet.'
  const { reader, date, level, note } = reading
  const guess = level ? `, as ${level}` : ''
  const verdict = confirms(reading, item) ? 'Confirmed' : 'Not confirmed'
  return `${verdict} by ${reader} on ${date}${guess}.${note ? ` Note: ${note}` : ''}`
}

/**
 * What an author sees: the items as they stand in the files at this moment, so that a reload shows the last change.
 * @throws Refusal when the bank cannot be read or holds nothing of what was asked
 */
export function openPage({ language, level, item, folder, random }: OpenOptions): OpenPage {
  const bank = readable(() => readLanguageBank(language))
  const readings = readable(() => itemLedger(language, folder).read())
  const entries = bank.items
    .filter((candidate) => !level || candidate.level === level)
    .map((candidate) => ({
      item: candidate,
      pointName: bank.points[candidate.image ? 'picture' : candidate.level]?.[candidate.point] ?? candidate.point,
      options: shuffle(optionsOf(candidate), random),
      reading: readingSentence(candidate, readings),
    }))
  const start = item ?? entries[0]?.item.id
  if (start === undefined || !entries.some((entry) => entry.item.id === start)) {
    const place = level ? `level ${level} of the ${language} bank` : `the ${language} bank`
    throw new Refusal(404, 'not_found', `There is no item ${item ?? ''} in ${place} that has all its fields.`)
  }
  return { mode: 'open', language, start, entries }
}

function readable<Data>(read: () => Data): Data {
  try {
    return read()
  } catch (error) {
    throw new Refusal(404, 'not_found', error instanceof Error ? error.message : String(error))
  }
}
