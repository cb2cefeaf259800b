import { LEVELS, type Level } from './constants.ts'
import type { Change } from './estimate.ts'

const DAY_MS = 24 * 3600_000

/** The comparison of a result with the previous one. */
export type Comparison = 'same' | 'soon' | Change

/**
 * The same level isn't progress, regardless of the estimates, and two tests within a day show chance, not learning.
 * @param between milliseconds between the two
 */
export function comparison(level: Level, before: { level: Level; change: Change }, between: number): Comparison {
  if (before.level === level) return 'same'
  return between < DAY_MS ? 'soon' : before.change
}

/** A question with a word to learn. */
type Learnable = { area: 'vocabulary' | 'grammar'; level: Level; correct: readonly string[] }

const rank = (level: Level) => LEVELS.indexOf(level)

const FIRST_WORDS = 5

/** The words to learn from missed questions, easiest first; five starter words if no answer was right. */
export function wordsToLearn<Item extends Learnable>(
  items: readonly Item[],
  isCorrect: (item: Item) => boolean,
): Item[] {
  const isBeginner = !items.some(isCorrect)
  const missed = items.filter((item) => item.area === 'vocabulary' && !isCorrect(item))
  const seen = new Set<string>()
  const words = missed.filter(({ correct: [word = ''] }) => {
    const isFirst = !seen.has(word)
    seen.add(word)
    return isFirst
  })
  const easiestFirst = [...words].sort((one, other) => rank(one.level) - rank(other.level))
  return isBeginner ? easiestFirst.slice(0, FIRST_WORDS) : easiestFirst
}
