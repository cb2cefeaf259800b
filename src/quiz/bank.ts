import { LEVELS, type Level, QUESTIONS } from './constants.ts'

/** The topic of a sentence. No topic should dominate a level. */
export const TOPICS = [
  ...(['science', 'health', 'technology', 'environment', 'work', 'office', 'money', 'law', 'media'] as const),
  ...(['arts', 'travel', 'home', 'school', 'sport', 'food', 'people'] as const),
] as const

export type Topic = (typeof TOPICS)[number]

/** The kind of error behind a wrong option, the same in all languages. docs/glossary.md explains each. */
export const TRAPS = [
  ...(['tense', 'aspect', 'mood', 'voice', 'verb_form', 'auxiliary', 'agreement', 'case', 'pronoun'] as const),
  ...(['determiner', 'preposition', 'connector', 'degree', 'negation', 'word_order'] as const),
  ...(['near_synonym', 'collocation', 'false_friend', 'look_alike', 'word_family', 'opposite'] as const),
  ...(['literal', 'register', 'field', 'intent'] as const),
] as const

type Trap = (typeof TRAPS)[number]

/** What the speakers of a dialogue do beyond their words. */
export const SPEECH_ACTS = [
  ...(['politeness', 'irony', 'refusal', 'understatement', 'reproach', 'reassurance', 'evasion'] as const),
  ...(['concession', 'request', 'disbelief'] as const),
] as const

type SpeechAct = (typeof SPEECH_ACTS)[number]

/** Words used only in a single phrase, or no longer used outside quotations. */
export const FOSSILS = ['idiom', 'archaic'] as const

type Fossil = (typeof FOSSILS)[number]

/** A published list (data/anchor-lists.json) and its level for a word, as the list writes it; null if it has none. */
export type ListLevel = { list: string; level: string | null; word?: string }

/** How frequent a word is: its rank in a free corpus, rounded to two digits; null beyond the corpus's ranks. */
export type CorpusRank = { corpus: string; rank: number | null; word?: string }

/**
 * Where the level of a vocabulary key comes from: a list, a corpus, or both. `word` is the form that was looked up if
 * that isn't the key. Null if the key is a phrase or part of one, because word lists don't have those.
 */
type Anchor = ListLevel | CorpusRank | (ListLevel & CorpusRank) | null

/**
 * One question of a bank (Specification §3). `question` is '' for a picture question and `image` is '' for a
 * sentence; the blank of a sentence is `____`. `point` names the blueprint cell.
 *
 * For a sentence, `whyRight` says why the key is right, `why[i]` why `incorrect[i]` is wrong (a picture's words only
 * need their meanings), and `pair` is a sentence in which a tempting wrong option is right. `word` is the word or
 * phrase to learn, in its dictionary form. These serve authors and the review and never reach a visitor during a
 * test.
 *
 * The rest never leaves the server: `topic`; `structure`, a short English name of what is tested; `traps[i]`, the kind
 * of error that `incorrect[i]` stands for; `act`, what a dialogue does beyond its words; `fossil`; `anchor`, of a
 * vocabulary key; `enemies`, the ids of items that shouldn't share a test with this one; and `difficulty` in logits,
 * fitted from answers (docs/research.md), which the estimate uses in place of the level's.
 */
export type Item = {
  id: number
  level: Level
  question: string
  correct: string[]
  incorrect: string[]
  image: string
  point: string
  whyRight?: string
  why: string[]
  pair?: { option: string; sentence: string }
  word?: string
  topic?: Topic
  structure?: string
  traps?: Trap[]
  act?: SpeechAct
  fossil?: Fossil
  anchor?: Anchor
  enemies?: number[]
  difficulty?: number
}

export type Bank = readonly Item[]

/**
 * Whether the chosen options are exactly the right ones, in count and content, in any order (Specification §5). The
 * empty choice means "I don't know" and is always wrong.
 */
export function isCorrectChoice(choice: readonly string[], correct: readonly string[]): boolean {
  if (choice.length === 0 || choice.length !== correct.length) return false
  const expected = [...correct].sort()
  return [...choice].sort().every((option, index) => option === expected[index])
}

/**
 * Rejects, at startup, a bank that some test could exhaust: each level needs enough for a whole test.
 * @throws Error that lists every level that is too small
 */
export function requireLargeEnough(bank: Bank, name: string): void {
  const short = LEVELS.flatMap((level) => {
    const held = bank.filter((item) => item.level === level).length
    return held < QUESTIONS ? [`${level} has ${held} of ${QUESTIONS}`] : []
  })
  if (short.length > 0) throw new Error(`The bank "${name}" is too small for some tests: ${short.join(', ')}.`)
}
