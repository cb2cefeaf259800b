import type { Locale } from '#contract/locales.ts'
import type { Review } from '#contract/review.ts'
import type { Item } from '#quiz/bank.ts'
import type { Banks } from '../banks/banks.ts'
import type { FlagRow } from '../db/tables/flags.ts'
import type { FinishedAttempt, ItemAnswer } from '../db/tables/results.ts'
import { toEstimate } from './estimates.ts'
import { toReviewedItem } from './review-item.ts'

/** The item in the current bank. An id never changes level or point; the rest may have been corrected. */
function itemOf(banks: Banks, { language }: FinishedAttempt, answer: ItemAnswer): Item | undefined {
  return banks[language].find(({ id }) => id === answer.id)
}

/**
 * The owner's complete view of a finished attempt.
 * @param flags those of the account
 */
export function toReview(banks: Banks, attempt: FinishedAttempt, flags: readonly FlagRow[], locale: Locale): Review {
  const { id, language, level, finishedAt } = attempt
  const items = attempt.items.map((answer) => ({ answer, item: itemOf(banks, attempt, answer) }))
  const flagOf = (answer: ItemAnswer) =>
    flags.find((row) => row.language === language && row.item_id === answer.id && row.item_version === answer.version)
  return {
    assessment_id: id,
    language,
    level,
    finished_at: finishedAt.toISOString(),
    estimate: toEstimate(attempt),
    items: items.map(({ answer, item }) => toReviewedItem(attempt, answer, item, flagOf(answer), locale)),
  }
}
