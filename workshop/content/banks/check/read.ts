import { LEVELS } from '#quiz/constants.ts'
import { presentReading } from '../../readings.ts'
import { type Figures, figuresOf, historiesOf, share } from '../figures.ts'
import { confirms, type ItemReading, itemHash } from '../item-readings.ts'
import { type BankError, fail, quoted, type RuleNumber, toRelease } from './bank-error.ts'
import type { LanguageBank } from './language-bank.ts'

/** Targets for the readings of a level. */
const AIMS: readonly {
  name: string
  aim: number
  rule: RuleNumber
  counts: (figures: Figures) => [part: number, whole: number]
}[] = [
  {
    name: 'confirmed by the latest reading',
    aim: 98,
    rule: 2,
    counts: ({ confirmed, read }) => [confirmed, read],
  },
  { name: 'given our level', aim: 70, rule: 20, counts: ({ levelEqual, leveled }) => [levelEqual, leveled] },
  {
    name: 'given our level or an adjacent one',
    aim: 95,
    rule: 20,
    counts: ({ levelNear, leveled }) => [levelNear, leveled],
  },
]

/**
 * Rule 2: a reader without the key has read every item in its current wording, chosen the key, and found no second
 * answer. A reading may be missing while items are being written, but not in a release.
 */
export function readErrors(bank: LanguageBank, readings: readonly ItemReading[]): BankError[] {
  return bank.items.flatMap((item) => {
    const reading = presentReading(readings, itemHash(item))
    if (!reading)
      return [
        toRelease(item.id, 2, 'Its current wording has no blind reading: make a sheet with npm run banks -- sheet.'),
      ]
    if (confirms(reading, item)) return []
    const { answer, defensible, note } = reading
    const also = defensible.length > 0 ? `, also defended ${quoted(defensible)}` : ''
    const read = `key ${quoted(item.correct)}, read ${answer ? quoted([answer]) : 'none of the four'}${also}`
    return [fail(item.id, 2, `Its latest reading does not confirm it: ${read}${note ? ` (${note})` : ''}.`)]
  })
}

/** The readings of each level reach the targets. While some are missing, a miss blocks only a release. */
export function aimErrors(bank: LanguageBank, readings: readonly ItemReading[]): BankError[] {
  const histories = historiesOf(bank.items, readings)
  return LEVELS.flatMap((level) => {
    const figures = figuresOf(histories.filter(({ item }) => item.level === level))
    return AIMS.flatMap(({ name, aim, rule, counts }) => {
      const [part, whole] = counts(figures)
      if (part * 100 >= aim * whole) return []
      const found = figures.read < figures.items ? toRelease : fail
      return [found(null, rule, `${level}: ${share(part, whole)} are ${name}. Bring it to ${aim}%.`)]
    })
  })
}

/** Targets before a release, in percent, for readers of a bank's sentences who don't know the tagged levels. */
export const READ_AIMS = { levelEqual: 88, lowerC2: 10, natural: 98 } as const

/** Readers agree with our level, rarely place C2 sentences lower, and find the sentences natural. */
export function levelErrors(bank: LanguageBank, readings: readonly ItemReading[]): BankError[] {
  const histories = historiesOf(bank.items, readings)
  const { levelEqual, leveled, natural, rated } = figuresOf(histories)
  const top = figuresOf(histories.filter(({ item }) => item.level === 'C2'))
  const told: string[] = []
  if (levelEqual * 100 < READ_AIMS.levelEqual * leveled)
    told.push(`${share(levelEqual, leveled)} are given our level. Bring it to ${READ_AIMS.levelEqual}%.`)
  if (top.levelLower * 100 > READ_AIMS.lowerC2 * top.leveled)
    told.push(`${share(top.levelLower, top.leveled)} of C2 are read lower. Bring it to ${READ_AIMS.lowerC2}%.`)
  if (natural * 100 < READ_AIMS.natural * rated)
    told.push(`${share(natural, rated)} are natural. Bring it to ${READ_AIMS.natural}%.`)
  return told.map((message) => toRelease(null, 20, message))
}

/** docs/banks.md matches the current banks and readings. */
export function summaryErrors(written: string, computed: string): BankError[] {
  if (written === computed) return []
  return [toRelease(null, 2, 'It is out of date. Run npm run banks -- summary.')]
}
