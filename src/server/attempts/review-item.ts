import type { Locale } from '#contract/locales.ts'
import type { ReviewedItem } from '#contract/review.ts'
import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { areaOf } from '#quiz/subscores.ts'
import { itemVersion } from '../banks/banks.ts'
import { inLocale, meaningOf, noteKeys, pointName } from '../banks/notes.ts'
import { pictureMeaning, pictureReading } from '../banks/picture-words.ts'
import type { FlagRow } from '../db/tables/flags.ts'
import type { FinishedAttempt, ItemAnswer } from '../db/tables/results.ts'

/** A picture's other options need only their meaning; a sentence's have a note each. */
function reasonsOf(
  language: Language,
  item: Item | undefined,
  { version, choice }: ItemAnswer,
  locale: Locale,
): ReviewedItem['reasons'] {
  if (!item || itemVersion(item) !== version) return []
  const reasons = item.incorrect.map((option, index) =>
    item.image
      ? { option, meaning: pictureMeaning(language, option, locale), why: null }
      : { option, meaning: '', why: inLocale(language, locale, noteKeys.why(item, index), item.why[index] ?? '') },
  )
  const isChosen = ({ option }: { option: string }) => choice?.includes(option) ?? false
  return reasons
    .filter(({ meaning, why }) => meaning || why)
    .sort((one, other) => Number(isChosen(other)) - Number(isChosen(one)))
}

/** What the key means and how it is read, where the item is still the one that was asked. */
function wordOf(language: Language, item: Item | undefined, { image, correct }: ItemAnswer, locale: Locale) {
  const [word = ''] = correct
  if (image) return { reading: pictureReading(language, word), meaning: pictureMeaning(language, word, locale) }
  if (!item || item.correct[0] !== word) return { reading: '', meaning: '' }
  return { reading: item.reading ?? '', meaning: meaningOf(language, locale, item) }
}

/** A question as its owner may see it afterwards: in the words it was asked in, explained by the bank as it is now. */
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
    ...wordOf(language, item, answer, locale),
    choice: choice ?? [],
    is_correct: isCorrect === true,
    elapsed_ms: elapsedMs,
    reasons: reasonsOf(language, item, answer, locale),
    report: flag ? { reason: flag.reason, note: flag.note } : null,
  }
}
