import type { Locale } from '#contract/locales.ts'
import type { ReviewedItem } from '#contract/review.ts'
import { areaOf } from '#quiz/areas.ts'
import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { itemVersion } from '../banks/banks.ts'
import { inLocale, meaningOf, noteKeys, pointName, sentenceIn } from '../banks/notes.ts'
import { pictureMeaning, pictureReading } from '../banks/picture-words.ts'
import { rubyOf, spokenRuby } from '../banks/ruby.ts'
import type { FlagRow } from '../db/tables/flags.ts'
import type { FinishedAttempt, ItemAnswer } from '../db/tables/results.ts'

/** A picture's other options need only their meaning; a sentence's have a note each. */
function reasonsOf(language: Language, item: Item, { choice }: ItemAnswer, locale: Locale): ReviewedItem['reasons'] {
  const reasons = item.incorrect.map((option, index) =>
    item.image
      ? { option, meaning: pictureMeaning(language, option, locale), why: null }
      : { option, meaning: '', why: inLocale(language, locale, noteKeys.why(item, index), item.why[index] ?? '') },
  )
  const isChosen = ({ option }: { option: string }) => choice?.includes(option) ?? false
  return reasons.sort((one, other) => Number(isChosen(other)) - Number(isChosen(one)))
}

/** The word to learn, with its meaning and pronunciation. */
function wordOf(language: Language, item: Item, locale: Locale) {
  const [key = ''] = item.correct
  if (item.image)
    return { word: key, reading: pictureReading(language, key), meaning: pictureMeaning(language, key, locale) }
  if (areaOf(item) === 'grammar') return { word: '', reading: '', meaning: '' }
  const { word = key } = item
  const ruby = rubyOf(language, [word])[word]
  return { word, reading: ruby ? spokenRuby(ruby) : '', meaning: meaningOf(language, locale, item) }
}

type Explanation = Pick<
  ReviewedItem,
  'why_right' | 'translation' | 'pair' | 'word' | 'reading' | 'meaning' | 'reasons' | 'readings'
>

const UNEXPLAINED: Explanation = {
  why_right: null,
  translation: null,
  pair: null,
  word: '',
  reading: '',
  meaning: '',
  reasons: [],
  readings: {},
}

/** Explanations from the current bank, if the question hasn't changed since. */
function explained(language: Language, answer: ItemAnswer, item: Item | undefined, locale: Locale): Explanation {
  if (!item || itemVersion(item) !== answer.version) return UNEXPLAINED
  const { question, correct, incorrect, whyRight, pair = null, word = '' } = item
  return {
    ...wordOf(language, item, locale),
    why_right: whyRight ? inLocale(language, locale, noteKeys.whyRight(item), whyRight) : null,
    translation: item.image ? null : sentenceIn(language, locale, item),
    pair,
    reasons: reasonsOf(language, item, answer, locale),
    readings: rubyOf(language, [question, ...correct, ...incorrect, word, pair?.sentence ?? '']),
  }
}

/** A question for its owner's review: worded as it was asked, explained by the current bank. */
export function toReviewedItem(
  { language }: FinishedAttempt,
  answer: ItemAnswer,
  item: Item | undefined,
  flag: FlagRow | undefined,
  locale: Locale,
): ReviewedItem {
  const { position, question, image, level, correct, choice, isCorrect, elapsedMs } = answer
  const point = item?.point ?? ''
  const cell = { image, level, point }
  return {
    position,
    kind: image ? 'picture' : 'sentence',
    question,
    image,
    level,
    area: areaOf(cell),
    point: inLocale(language, locale, noteKeys.point(cell), pointName(language, cell)),
    correct,
    ...explained(language, answer, item, locale),
    choice: choice ?? [],
    is_correct: isCorrect === true,
    elapsed_ms: elapsedMs,
    flag: flag ? { reason: flag.reason, note: flag.note } : null,
  }
}
