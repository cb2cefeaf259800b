import { type Item, TOPICS } from '#quiz/bank.ts'
import { LEVELS, type Level } from '#quiz/constants.ts'
import { type EnemyPair, enemyPairs } from '#quiz/enemies.ts'
import { type BankError, BREADTH, fail, look, quoted } from './bank-error.ts'
import { type LanguageBank, sentences } from './language-bank.ts'
import { isKeyOddOneOut } from './odd-one-out.ts'
import { sameForm } from './words.ts'

/** Limits of a bank as a whole; docs/banks.md prints them. */
export const LIMITS = {
  /** The number of items that makes a wrong option suspicious if it's never a key. */
  recycled: 3,
  /** The number of items that makes it well known. */
  worn: 5,
  /** The maximum number of items per bank with a key that's the only option of its form. */
  oddKeys: 3,
  /** The maximum number of items with other points that an item may help. */
  enemies: 4,
  /** The maximum share of a level's sentences on one topic. */
  topicShare: 0.12,
  /** The minimum number of dialogues per level. */
  dialogues: 2,
} as const

export type Recycled = { option: string; items: number[] }

/** Wrong options that appear in many items and are never right. */
export function recycledOptions(bank: LanguageBank): Recycled[] {
  const keys = new Set(sentences(bank).map((item) => sameForm(item.correct[0] ?? '')))
  const uses = sentences(bank).flatMap(({ id, incorrect }) =>
    incorrect.map((option) => ({ id, option: sameForm(option) })),
  )
  return [...Map.groupBy(uses, ({ option }) => option)]
    .map(([option, items]) => ({ option, items: items.map(({ id }) => id) }))
    .filter(({ option, items }) => items.length >= LIMITS.recycled && !keys.has(option))
    .toSorted((left, right) => right.items.length - left.items.length)
}

/** Endings as recognizable as a word: verb endings in Korean and phrase endings in Japanese. */
const ENDING: Partial<Record<string, number>> = { korean: 2, japanese: 3 }

/** Endings of wrong options that appear in many items and in no key. */
export function recycledEndings(bank: LanguageBank): Recycled[] {
  const size = ENDING[bank.language]
  if (!size) return []
  const endOf = (option: string) => [...sameForm(option)].slice(-size).join('')
  const keys = new Set(sentences(bank).map((item) => endOf(item.correct[0] ?? '')))
  const uses = sentences(bank).flatMap(({ id, incorrect }) =>
    [...new Set(incorrect.map(endOf))].map((option) => ({ id, option })),
  )
  return [...Map.groupBy(uses, ({ option }) => option)]
    .map(([option, items]) => ({ option, items: items.map(({ id }) => id) }))
    .filter(({ option, items }) => items.length >= LIMITS.worn && [...option].length === size && !keys.has(option))
}

/** Items with a key that's the only option of its form. */
export function oddKeys(bank: LanguageBank): Item[] {
  return sentences(bank).filter((item) => isKeyOddOneOut(item, bank.language))
}

/** Pairs that help each other, beyond the two items per point and level in the blueprint. */
export function unforeseenEnemies(bank: LanguageBank): EnemyPair[] {
  return enemyPairs(sentences(bank)).filter(({ reasons }) => reasons.some((reason) => reason !== 'point'))
}

/** The topics of a level's sentences, most frequent first. */
export function topicsOf(bank: LanguageBank, level: Level): { topic: string; count: number }[] {
  const items = sentences(bank).filter((item) => item.level === level)
  return TOPICS.map((topic) => ({ topic, count: items.filter((item) => item.topic === topic).length }))
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => right.count - left.count)
}

/** The maximum number of a level's sentences on one topic. */
export function mostOfTopic(bank: LanguageBank, level: Level): number {
  return Math.floor(LIMITS.topicShare * sentences(bank).filter((item) => item.level === level).length)
}

// A question with its reply, a dash at the beginning of a turn, or two quotations.
const TALK =
  /[?？][”»」]?\s*[^\s”»」]|(?:^|[.!?。！？…]\s*)[–—―-]\s*[¿¡]?\p{L}|“[^”]+”[^“]*“|«[^»]+»[^«]*«|「[^」]+」[^「]*「|„[^“]+“[^„]*„/u

/** Whether a stem is a dialogue. */
export function isDialogue({ question }: Item): boolean {
  return TALK.test(question)
}

/** The dialogues of a level. */
export function dialoguesOf(bank: LanguageBank, level: Level): Item[] {
  return sentences(bank).filter((item) => item.level === level && isDialogue(item))
}

/** The levels that have sentences. */
export const SENTENCE_LEVELS = LEVELS.slice(2)
const listed = (ids: readonly number[]) => ids.join(', ')

/** Findings that no single item shows: options, pairs, topics, and dialogues throughout the bank. */
export function wholeBankErrors(bank: LanguageBank): BankError[] {
  const recycled = recycledOptions(bank).map(({ option, items }) =>
    fail(null, 9, `${quoted([option])} is wrong in items ${listed(items)} and never right. Vary the options.`),
  )
  const endings = recycledEndings(bank).map(({ option, items }) =>
    fail(null, 9, `The ending ${quoted([option])} is wrong in items ${listed(items)} and never right. Vary it.`),
  )
  const oddItems = oddKeys(bank)
  const reportOdd = oddItems.length > LIMITS.oddKeys ? fail : look
  const odd = oddItems.map((item) =>
    reportOdd(
      item.id,
      5,
      `The key ${quoted(item.correct)} is the only option of its form, next to ${quoted(item.incorrect)}.`,
    ),
  )
  const pairs = unforeseenEnemies(bank)
  const enemies = pairs.map(({ items: [one, other], reasons }) =>
    look(other.id, 17, `It and item ${one.id} help each other (${reasons.join(', ')}). No test contains both.`),
  )
  const crowded = sentences(bank).flatMap(({ id }) => {
    const held = pairs.filter(({ items }) => items.some((item) => item.id === id)).length
    if (held <= LIMITS.enemies) return []
    return [fail(id, 17, `It and ${held} other items help each other. Bring them to ${LIMITS.enemies}.`)]
  })
  const untagged = sentences(bank).filter(({ topic }) => !topic)
  const topics = SENTENCE_LEVELS.flatMap((level) => {
    const most = mostOfTopic(bank, level)
    return topicsOf(bank, level)
      .filter(({ count }) => count > most)
      .map(({ topic, count }) => fail(null, BREADTH, `${level}: ${count} items are on ${topic}. Bring it to ${most}.`))
  })
  const dialogues = SENTENCE_LEVELS.flatMap((level) => {
    const held = dialoguesOf(bank, level).length
    if (held >= LIMITS.dialogues) return []
    return [fail(null, BREADTH, `${level}: ${held} items are dialogues. Bring them to ${LIMITS.dialogues}.`)]
  })
  const missing =
    untagged.length > 0 ? [fail(null, BREADTH, `Items without a topic: ${listed(untagged.map(({ id }) => id))}.`)] : []
  return [...missing, ...topics, ...dialogues, ...recycled, ...endings, ...odd, ...enemies, ...crowded]
}
