import { startTransition, useEffect, useState } from 'react'
import type { getReview, Review } from '#contract/review.ts'
import { urls } from '#contract/urls.ts'
import { call } from '../browser/api-client.ts'
import { useTexts } from '../texts.tsx'
import { loadTextsPart } from '../texts-part.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Answers } from './answers.tsx'
import { isWide } from './question.tsx'
import styles from './review.module.css'
import { Sureness } from './sureness.tsx'
import { Words } from './words.tsx'

/** The review of one of the user's finished attempts: null while loading. */
type LoadedReview = Review | 'failed' | null

/** `retry` loads it again. Without an attempt, there's nothing to load. */
export function useReview(attemptId: string | null): [review: LoadedReview, retry: () => void] {
  const t = useTexts()
  const [review, setReview] = useState<LoadedReview>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry loads again
  useEffect(() => {
    let isCurrent = true
    setReview(null)
    if (attemptId === null) return
    // Together with the texts of its pictures, so it appears in one piece.
    void Promise.all([call<typeof getReview>('GET', urls.review(attemptId)), loadTextsPart(t, 'pictures')]).then(
      ([outcome]) => {
        if (isCurrent) startTransition(() => setReview(outcome.ok ? outcome.data : 'failed'))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [attemptId, tries, t])
  return [review, () => setTries((count) => count + 1)]
}

/** An error with a retry button. */
export function ReviewFailed({ onAgain }: { onAgain: () => void }) {
  const t = useTexts()
  return (
    <div role="alert" className={styles.failed}>
      <p>{t('review.failed')}</p>
      <Button look="plain" onClick={onAgain}>
        {t('review.again')}
      </Button>
    </div>
  )
}

/**
 * Can-do statements for a level, after the CEFR self-assessment grid; only reading, since the test measures nothing
 * else.
 */
function CanDo({ level }: Pick<Review, 'level'>) {
  const t = useTexts()
  // Folded on phones.
  const [isOpen] = useState(isWide)
  return (
    <details className={`card ${styles.canDo}`} open={isOpen}>
      <summary>
        <h2>{t('review.canDoTitle', { level })}</h2> <Icon name="down" />
      </summary>
      <ul className={styles.statements}>
        {(['first', 'second'] as const).map((which) => (
          <li key={which}>
            <Icon name="check" /> <span>{t(`review.canDo.${level}.${which}`)}</span>
          </li>
        ))}
        <li className={styles.soft}>
          <Icon name="minus" /> <span>{t('review.notMeasured')}</span>
        </li>
      </ul>
    </details>
  )
}

/** The answers, the missed words, and the meaning of the level. */
export function Details({ review }: { review: Review }) {
  return (
    <>
      <Answers review={review} />
      <Words review={review} />
      <CanDo level={review.level} />
    </>
  )
}

/** The review of a result in the account's history. */
export function ResultReview({ attemptId }: { attemptId: string }) {
  const t = useTexts()
  const [review, retry] = useReview(attemptId)
  if (review === null)
    return (
      <p role="status" className={styles.loading}>
        {t('review.loading')}
      </p>
    )
  if (review === 'failed') return <ReviewFailed onAgain={retry} />
  return (
    <div className={styles.review} data-level={review.level}>
      <Sureness review={review} />
      <Details review={review} />
    </div>
  )
}
