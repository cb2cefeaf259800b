import { useEffect, useState } from 'react'
import type { getReview, Review } from '#contract/review.ts'
import { urls } from '#contract/urls.ts'
import type { Level } from '#quiz/levels.ts'
import { call } from '../browser/api-client.ts'
import { inLanguage } from '../language-tags.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { Answers } from './answers.tsx'
import { Measured, Sureness } from './estimate.tsx'
import styles from './review.module.css'

/** The review of one of the user's finished assessments: null while loading, 'failed' if that failed. `load` retries. */
function useReview(assessmentId: string): [review: Review | 'failed' | null, load: () => void] {
  const [review, setReview] = useState<Review | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry loads again
  useEffect(() => {
    let isCurrent = true
    setReview(null)
    void call<typeof getReview>('GET', urls.review(assessmentId)).then((outcome) => {
      if (isCurrent) setReview(outcome.ok ? outcome.data : 'failed')
    })
    return () => {
      isCurrent = false
    }
  }, [assessmentId, tries])
  return [review, () => setTries((count) => count + 1)]
}

/** Can-do statements of a level, after the CEFR self-assessment grid; only for reading, since the test measures nothing else. */
function CanDo({ level }: { level: Level }) {
  const t = useTexts()
  return (
    <section>
      <h2 className={styles.heading}>{t('review.canDoTitle', { level })}</h2>
      <ul className={styles.statements}>
        <li>{t(`review.canDo.${level}.first`)}</li>
        <li>{t(`review.canDo.${level}.second`)}</li>
      </ul>
    </section>
  )
}

/** The missed vocabulary words. */
function Words({ review: { language, items } }: { review: Review }) {
  const t = useTexts()
  const missed = items.filter(({ area, is_correct: isCorrect }) => area === 'vocabulary' && !isCorrect)
  if (missed.length === 0) return null
  return (
    <section>
      <h2 className={styles.heading}>{t('review.wordsTitle')}</h2>
      <p>{t('review.wordsLead')}</p>
      <ul className={styles.words} {...inLanguage(language)}>
        {missed.map(({ position, correct }) => (
          <li key={position}>{correct.join(', ')}</li>
        ))}
      </ul>
    </section>
  )
}

/** The details of a result, for its owner only: its certainty, its meaning, and the questions. */
export function ResultReview({ assessmentId }: { assessmentId: string }) {
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
      <Words review={review} />
      <Answers review={review} />
    </div>
  )
}
