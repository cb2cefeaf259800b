import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { type BankError, fail, look } from './bank-error.ts'
import { sentencesIn } from './caps.ts'
import { BLANK, type LanguageBank, sentences } from './language-bank.ts'
import { isLatin, isUnspaced, lettersOf, runsOf, wordsOf } from './words.ts'

/** Rule 3: exactly one blank, always with the same mark and never at the beginning. */
export function blankErrors(bank: LanguageBank): BankError[] {
  return sentences(bank).flatMap(({ id, question }) => {
    const parts = question.split(BLANK)
    const errors: string[] = []
    if (parts.length !== 2) errors.push(`The stem has ${parts.length - 1} blanks. Write ${BLANK} exactly once.`)
    if (parts.join('').includes('_'))
      errors.push(`The stem has an extra underscore next to the blank. Write the blank as ${BLANK}.`)
    if (/…|\.\.|[()（）[\]]/.test(question))
      errors.push('The stem has … or parentheses. Write the sentence without them.')
    if (parts.length > 1 && !/[\p{L}\p{N}]/u.test(parts[0] ?? ''))
      errors.push('The stem starts with the blank. Put something before it.')
    return errors.map((message) => fail(id, 3, message))
  })
}

type Range = readonly [least: number, most: number]
type RangeByLevel = Partial<Record<Item['level'], Range>>

const WORDS: RangeByLevel = { B1: [7, 14], B2: [9, 18], C1: [11, 22], C2: [12, 26] }
const KOREAN_WORDS: RangeByLevel = { B1: [5, 10], B2: [6, 13], C1: [7, 16], C2: [8, 18] }
const CHARACTERS: RangeByLevel = { B1: [12, 28], B2: [15, 36], C1: [18, 44], C2: [20, 50] }

/** The number of words, including the blank; in Japanese and Chinese, the characters in the sentence without marks. */
function stemLength(item: Item, language: Language): number {
  if (isUnspaced(language)) return [...lettersOf(item.question.replace(BLANK, item.correct[0] ?? ''))].length
  return item.question.split(/\s+/).filter((word) => /[\p{L}\p{N}_]/u.test(word)).length
}

/** Rule 13: a one-sentence stem has the length for its level. */
export function lengthErrors(bank: LanguageBank): BankError[] {
  const unit = isUnspaced(bank.language) ? 'characters' : 'words'
  const ranges = isUnspaced(bank.language) ? CHARACTERS : bank.language === 'korean' ? KOREAN_WORDS : WORDS
  return sentences(bank).flatMap((item) => {
    const [least, most] = ranges[item.level] ?? [0, Number.POSITIVE_INFINITY]
    const length = stemLength(item, bank.language)
    const isContext = sentencesIn(item.question) > 1
    if (length >= least && (length <= most || isContext)) return []
    const advice = length < least ? 'Give more context' : 'Shorten it'
    return [
      fail(item.id, 13, `The stem has ${length} ${unit}; ${item.level} stems have ${least} to ${most}. ${advice}.`),
    ]
  })
}

const NEGATIVE_WORDS: Partial<Record<Language, readonly string[]>> = {
  // “t” is what remains of “n’t” when words are split at the apostrophe; likewise “n” from “n’” in French.
  english: ['not', 't', 'never', 'no', 'nobody', 'nothing', 'none', 'nor', 'neither', 'nowhere', 'cannot', 'without'],
  spanish: ['no', 'sin', 'tampoco'],
  french: ['ne', 'n', 'non', 'sans'],
  german: [
    'nicht',
    'nie',
    'niemals',
    'niemand',
    'nichts',
    'kein',
    'keine',
    'keinen',
    'keinem',
    'keiner',
    'weder',
    'ohne',
  ],
  italian: ['non', 'né', 'senza'],
}
const NEGATIVE_PATTERNS: Partial<Record<Language, RegExp>> = {
  // 〜なければならない and 〜なくてはならない mean that something must be done.
  japanese: /(?<![少危切汚]|な(?:ければ|くては)なら)(ない|なかっ|なけれ(?!ばなら)|なくて(?!はなら))|ません|ずに/g,
  korean: /(?<![가-힣])(안|못) |지 (않|못|말)|없|아니/g,
  chinese: /不(?![过但仅料久同断妨禁论管光只得])|没|未(?![来必])|无论?|别(?![人的处])/g,
}

function negations(stem: string, language: Language): number {
  if (!isLatin(language)) return stem.match(NEGATIVE_PATTERNS[language] ?? /(?!)/g)?.length ?? 0
  return wordsOf(stem).filter((word) => NEGATIVE_WORDS[language]?.includes(word)).length
}

/** Rule 14: at most one negation in a stem. */
export function negationErrors(bank: LanguageBank): BankError[] {
  return sentences(bank).flatMap(({ id, question }) => {
    const count = negations(question, bank.language)
    return count > 1
      ? [look(id, 14, `The stem has ${count} negations. Keep one unless they are the point: ${question}`)]
      : []
  })
}

const SIMILAR = 0.8

/** The share of the shorter stem's trigrams that are also in the other stem. */
function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const least = Math.min(left.size, right.size)
  return least === 0 ? 0 : [...left].filter((run) => right.has(run)).length / least
}

/** Rule 17: no stem appears twice in a bank, even with small changes. */
export function repeatedStemErrors(bank: LanguageBank): BankError[] {
  const stems = sentences(bank).map(({ id, question }) => {
    const letters = lettersOf(question.replace(BLANK, ' '))
    return { id, letters, runs: runsOf(letters, 3) }
  })
  return stems.flatMap((stem, index) =>
    stems.slice(0, index).flatMap((earlier) => {
      if (stem.letters === earlier.letters)
        return [fail(stem.id, 17, `The stem is the same as in item ${earlier.id}. Write another sentence.`)]
      const share = overlap(stem.runs, earlier.runs)
      if (share < SIMILAR) return []
      return [
        look(stem.id, 17, `The stem shares ${Math.round(share * 100)}% with item ${earlier.id}. Compare the two.`),
      ]
    }),
  )
}
