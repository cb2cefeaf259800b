import type { Change } from './estimate.ts'
import { LEVELS, type Level } from './levels.ts'

/** How all answers together compare with the level of the last rounds. */
export type Reading = { level: Level; band: { lowest: Level; highest: Level } }

const rank = (level: Level) => LEVELS.indexOf(level)

/** Whether the rounds' level and all answers together agree, are close, or differ. */
export type Agreement = 'agrees' | 'near' | 'apart'

/** `apart`: the level lies outside the range of all answers. Both are then told with equal weight. */
export function agreementOf(level: Level, { level: estimated, band }: Reading): Agreement {
  if (rank(level) < rank(band.lowest) || rank(level) > rank(band.highest)) return 'apart'
  return level === estimated ? 'agrees' : 'near'
}

/**
 * The level that advice is based on: the lower of the two if they are apart, since too easy is soon noticed but too
 * hard discourages.
 */
export function adviceLevel(level: Level, reading: Reading): Level {
  if (agreementOf(level, reading) !== 'apart') return level
  return rank(reading.level) < rank(level) ? reading.level : level
}

const DAY_MS = 24 * 3600_000

/** What may be said about a result compared with the previous one. */
export type Comparison = 'same' | 'soon' | Change

/**
 * The same level is not progress, whatever the estimates say, and two tests within a day show chance, not learning.
 * @param between the milliseconds from one to the other
 */
export function comparison(level: Level, before: { level: Level; change: Change }, between: number): Comparison {
  if (before.level === level) return 'same'
  return between < DAY_MS ? 'soon' : before.change
}

/** A question with a word to learn. */
type Learnable = { area: 'vocabulary' | 'grammar'; level: Level; correct: readonly string[] }

const WORDS_SHOWN = 6
const FIRST_WORDS = 5

/** The words to learn from missed questions, easiest first; five starter words for anybody with no right answers. */
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
  return words
    .toSorted((one, other) => rank(one.level) - rank(other.level))
    .slice(0, isBeginner ? FIRST_WORDS : WORDS_SHOWN)
}

/** The one thing to do next. */
export type NextStep = 'signUp' | 'use' | 'teacher' | 'words' | null

export type NextStepFacts = {
  isSignedIn: boolean
  /** The profile does not have this level yet (Specification §4). */
  isNewLevel: boolean
  agreement: Agreement
  hasTeacher: boolean
  hasWords: boolean
}

/** One step that suits the person. If the two levels are apart, saving one of them is not the first step. */
export function nextStep({ isSignedIn, isNewLevel, agreement, hasTeacher, hasWords }: NextStepFacts): NextStep {
  if (!isSignedIn) return 'signUp'
  if (isNewLevel && agreement !== 'apart') return 'use'
  if (hasTeacher) return 'teacher'
  return hasWords ? 'words' : null
}
