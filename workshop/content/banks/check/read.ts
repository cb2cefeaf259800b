import { LEVELS } from '#quiz/levels.ts'
import { presentReading } from '../../readings.ts'
import { type Figures, figuresOf, historiesOf, share } from '../figures.ts'
import { confirms, type ItemReading, itemHash } from '../item-readings.ts'
import type { LanguageBank } from './language-bank.ts'
import { fail, type Problem, quoted, toRelease } from './problem.ts'

/** What the readings of a level must reach. */
const AIMS: readonly {
  name: string
  aim: number
  rule: number
  counts: (figures: Figures) => [part: number, whole: number]
}[] = [
  {
    name: 'confirmed by the newest reading',
    aim: 98,
    rule: 2,
    counts: ({ confirmed, read }) => [confirmed, read],
  },
  { name: 'given our level', aim: 70, rule: 20, counts: ({ levelEqual, leveled }) => [levelEqual, leveled] },
  {
    name: 'given our level or one beside it',
    aim: 95,
    rule: 20,
    counts: ({ levelNear, leveled }) => [levelNear, leveled],
  },
]

/**
 * Rule 2: a reader who had no key has read every item as it stands, chose the key and found no second answer. A reading
 * may be missing while items are written, not in a release.
 */
export function readProblems(bank: LanguageBank, readings: readonly ItemReading[]): Problem[] {
  return bank.items.flatMap((item) => {
    const reading = presentReading(readings, itemHash(item))
    // The sheet is text, so that a picture is read on the page.
    const way = item.image ? 'read it with npm run banks -- read' : 'make a sheet with npm run banks -- sheet'
    if (!reading) return [toRelease(item.id, 2, `It has no blind reading of its present wording: ${way}.`)]
    if (confirms(reading, item)) return []
    const { answer, defensible, note } = reading
    const also = defensible.length > 0 ? `, also defensible ${quoted(defensible)}` : ''
    const read = `key ${quoted(item.correct)}, read ${answer ? quoted([answer]) : 'none of the four'}${also}`
    return [fail(item.id, 2, `Its newest reading does not confirm it: ${read}${note ? ` (${note})` : ''}.`)]
  })
}

/** The readings of each level reach the aims; while some are missing, that is for the release. */
export function aimProblems(bank: LanguageBank, readings: readonly ItemReading[]): Problem[] {
  const histories = historiesOf(bank.items, readings)
  return LEVELS.flatMap((level) => {
    const figures = figuresOf(histories.filter(({ item }) => item.level === level))
    return AIMS.flatMap(({ name, aim, rule, counts }) => {
      const [part, whole] = counts(figures)
      if (part * 100 >= aim * whole) return []
      const report = figures.read < figures.items ? toRelease : fail
      return [report(null, rule, `${level}: ${share(part, whole)} are ${name}. Bring it to ${aim} %.`)]
    })
  })
}

/**
 * The share of our levels that readers give in a release, in a bank and in its highest level, where most was once read
 * as lower.
 */
export const LEVEL_AIM = 85

/** Readers who know no tag give the sentences our level. */
export function levelProblems(bank: LanguageBank, readings: readonly ItemReading[]): Problem[] {
  const histories = historiesOf(bank.items, readings)
  const groups = [
    { name: 'The bank', histories },
    { name: 'C2', histories: histories.filter(({ item }) => item.level === 'C2') },
  ]
  return groups.flatMap(({ name, histories: own }) => {
    const { levelEqual, leveled } = figuresOf(own)
    if (levelEqual * 100 >= LEVEL_AIM * leveled) return []
    return [
      toRelease(null, 20, `${name}: ${share(levelEqual, leveled)} are given our level. Bring it to ${LEVEL_AIM} %.`),
    ]
  })
}

/** docs/banks.md says what the banks and readings say now. */
export function reportProblems(written: string, computed: string): Problem[] {
  if (written === computed) return []
  return [toRelease(null, 2, 'It is not what the readings say now. Run npm run banks -- report.')]
}
