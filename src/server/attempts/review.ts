import type { Locale } from '#contract/locales.ts'
import type { Review } from '#contract/review.ts'
import type { Item } from '#quiz/bank.ts'
import { changeBetween } from '#quiz/estimate.ts'
import { scoreAnswer } from '#quiz/score.ts'
import { type AreaAnswer, areaOf, type Subscore, subscores } from '#quiz/subscores.ts'
import type { Banks } from '../banks/banks.ts'
import type { FlagRow } from '../db/tables/flags.ts'
import type { LevelClaimRow } from '../db/tables/level-claims.ts'
import type { FinishedAttempt, ItemAnswer } from '../db/tables/results.ts'
import { estimateOf, toEstimateReply } from './estimates.ts'
import { toLevelClaim } from './level-claim.ts'
import { toReviewedItem } from './review-item.ts'

/** The item as it is in today's bank. An id never changes level or point; the rest may have been corrected. */
function itemOf(banks: Banks, { language }: FinishedAttempt, answer: ItemAnswer): Item | undefined {
  return banks[language].find(({ id }) => id === answer.id)
}

function toSubscore({ asked, right, estimate }: Subscore) {
  return { asked, right, band: toEstimateReply(estimate).band }
}

/**
 * Everything the owner may see of a finished attempt.
 * @param previous the previous result in the same language, if any
 * @param flags those of the account
 * @param claim what it says of its own level
 */
export function toReview(
  banks: Banks,
  attempt: FinishedAttempt,
  previous: FinishedAttempt | undefined,
  { flags, claim }: { flags: readonly FlagRow[]; claim: LevelClaimRow | undefined },
  locale: Locale,
): Review {
  const { id, language, level, finishedAt } = attempt
  const items = attempt.items.map((answer) => ({ answer, item: itemOf(banks, attempt, answer) }))
  const estimate = estimateOf(attempt.items)
  const flagOf = (answer: ItemAnswer) =>
    flags.find((row) => row.language === language && row.item_id === answer.id && row.item_version === answer.version)
  const areas = subscores(
    items.map(
      ({ answer, item }): AreaAnswer => ({
        ...scoreAnswer(answer),
        area: areaOf({ image: answer.image, point: item?.point ?? '' }),
      }),
    ),
  )
  return {
    assessment_id: id,
    language,
    level,
    finished_at: finishedAt.toISOString(),
    estimate: toEstimateReply(estimate),
    probabilities: estimate.probabilities,
    subscores: areas && {
      vocabulary: toSubscore(areas.vocabulary),
      grammar: toSubscore(areas.grammar),
      vocabulary_is: areas.vocabularyIs,
    },
    previous: previous
      ? {
          level: previous.level,
          finished_at: previous.finishedAt.toISOString(),
          change: changeBetween(estimateOf(previous.items), estimate),
        }
      : null,
    claim: claim ? toLevelClaim(claim) : null,
    items: items.map(({ answer, item }) => toReviewedItem(attempt, answer, item, flagOf(answer), locale)),
  }
}
