import type { Bank, Item } from './bank.ts'
import type { Level } from './levels.ts'
import { type Random, shuffle } from './random.ts'
import { finalLevel, levelAfter, ROUND_SIZE, TOTAL_QUESTIONS } from './staircase.ts'
import { drawThan } from './than.ts'

/** An item as one visitor gets it: the four options in the order shown. */
export type DrawnItem = { item: Item; options: string[] }

export type Step =
  | { kind: 'wait' }
  | { kind: 'round'; drawn: DrawnItem[] }
  | { kind: 'finished'; level: Level; than: number }

export type Sources = {
  bank: Bank
  /** Ids asked in this attempt: never drawn again (Specification §4). */
  asked: ReadonlySet<number>
  /** Ids this visitor met in earlier attempts: drawn only when nothing else is left at the level. */
  seen: ReadonlySet<number>
  random: Random
}

function drawRound(level: Level, { bank, asked, seen, random }: Sources): DrawnItem[] {
  const candidates = shuffle(
    bank.filter((item) => item.level === level && !asked.has(item.id)),
    random,
  )
  const freshFirst = [...candidates.filter(({ id }) => !seen.has(id)), ...candidates.filter(({ id }) => seen.has(id))]
  return freshFirst
    .slice(0, ROUND_SIZE)
    .map((item) => ({ item, options: shuffle([...item.correct, ...item.incorrect], random) }))
}

/**
 * What follows once `outcomes` are in (right or wrong, in the order asked): nothing yet inside a round, the next
 * round at its border, the result after the fifteenth (Specification §4). With no outcomes it draws the first round.
 */
export function nextStep(outcomes: readonly boolean[], sources: Sources): Step {
  if (outcomes.length >= TOTAL_QUESTIONS) {
    const level = finalLevel(outcomes.slice(0, TOTAL_QUESTIONS))
    return { kind: 'finished', level, than: drawThan(level, sources.random) }
  }
  if (outcomes.length % ROUND_SIZE !== 0) return { kind: 'wait' }
  return { kind: 'round', drawn: drawRound(levelAfter(outcomes), sources) }
}
