import { useState } from 'react'
import type { Review } from '#contract/review.ts'
import { useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import styles from './answers.module.css'
import review from './review.module.css'
import { ReviewedQuestion } from './reviewed-question.tsx'

/** Each question with one's own answer and the right one; closed until somebody wants it. */
export function Answers({ review: { assessment_id: assessmentId, language, items } }: { review: Review }) {
  const t = useTexts()
  const [isMissedOnly, setIsMissedOnly] = useState(false)
  const right = items.filter(({ is_correct: isCorrect }) => isCorrect).length
  const shown = isMissedOnly ? items.filter(({ is_correct: isCorrect }) => !isCorrect) : items
  return (
    <details className={styles.answers}>
      <summary>{t('review.title')}</summary>
      <p className={review.soft}>{t('review.lead', { right, asked: items.length })}</p>
      {right > 0 && right < items.length && (
        <label className={styles.filter}>
          <input type="checkbox" checked={isMissedOnly} onChange={(event) => setIsMissedOnly(event.target.checked)} />
          {t('review.onlyMissed')}
        </label>
      )}
      <TextsPart part="pictures">
        <ol className={styles.list}>
          {shown.map((item) => (
            <li key={item.position}>
              <ReviewedQuestion assessmentId={assessmentId} language={language} item={item} />
            </li>
          ))}
        </ol>
      </TextsPart>
    </details>
  )
}
