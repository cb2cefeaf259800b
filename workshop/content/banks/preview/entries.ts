import type { Item } from '#quiz/bank.ts'
import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { type Random, shuffle } from '#quiz/random.ts'
import { presentReading } from '../../readings.ts'
import { optionsOf, readLanguageBank } from '../check/language-bank.ts'
import { confirms, type ItemReading, itemHash, itemLedger } from '../item-readings.ts'

/** An item with everything that an author needs. */
export type PreviewEntry = {
  item: Item
  pointName: string
  /** In random order, as visitors get them. */
  options: string[]
  /** The blind readings of its current wording, in one sentence. */
  reading: string
}

export type Preview = { language: Language; start: number; entries: PreviewEntry[] }

function readingSentence(item: Item, readings: readonly ItemReading[]): string {
  const reading = presentReading(readings, itemHash(item))
  if (!reading) return 'This wording has no blind reading yet.'
  const { reader, date, level, note } = reading
  const guess = level ? `, as ${level}` : ''
  const verdict = confirms(reading, item) ? 'Confirmed' : 'Not confirmed'
  return `${verdict} by ${reader} on ${date}${guess}.${note ? ` Note: ${note}` : ''}`
}

/**
 * The items currently in the files, so a reload shows the last change.
 * @throws Error if the bank can't be read or lacks the requested item
 */
export function previewOf(
  { language, level, item }: { language: Language; level?: Level | undefined; item?: number | undefined },
  random: Random,
): Preview {
  const bank = readLanguageBank(language)
  const readings = itemLedger(language).read()
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
    throw new Error(`There is no item ${item ?? ''} in ${place} that has all its fields.`)
  }
  return { language, start, entries }
}
