import type { LinkPlace } from '#contract/deep-links.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { Answers } from './answers.tsx'
import { CanDo } from './can-do.tsx'
import { Measured } from './measured.tsx'
import styles from './review.module.css'
import { Sureness } from './sureness.tsx'
import { useReview } from './use-review.ts'
import { Words } from './words.tsx'

export type ResultReviewProps = {
  assessmentId: string
  /** Where links to vocabulary sets lead; null where none are shown. */
  links: LinkPlace | null
}

/** What stands under a level, for its owner alone: how sure it is, what it means, and the questions behind it. */
export function ResultReview({ assessmentId, links }: ResultReviewProps) {
  const t = useTexts()
  const [review, load] = useReview(assessmentId)
  if (review === null)
    return (
      <p role="status" className={styles.loading}>
        {t('review.loading')}
      </p>
    )
  if (review === 'failed')
    return (
      <div role="alert" className={styles.failed}>
        <p>{t('review.failed')}</p>
        <Button look="plain" onClick={load}>
          {t('review.again')}
        </Button>
      </div>
    )
  return (
    <div className={styles.review}>
      <Sureness review={review} />
      <CanDo level={review.level} />
      <Measured review={review} />
      <Words review={review} links={links} />
      <Answers review={review} />
    </div>
  )
}
