import type { Review } from '#contract/review.ts'
import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './review.module.css'

type SurenessProps = { review: Review | 'failed' | null }

/** How certain a level is: one line that expands. */
export function Sureness({ review }: SurenessProps) {
  const t = useTexts()
  return (
    <details className={styles.sureness}>
      <summary>
        <span>{t('review.sure')}</span> <Icon name="down" />
      </summary>
      <p>
        <Range review={review} /> <a href={urls.how}>{t('guide.how')}</a>
      </p>
    </details>
  )
}

function Range({ review }: SurenessProps) {
  const t = useTexts()
  if (review === null) return <span>{t('review.loading')}</span>
  if (review === 'failed') return <span>{t('review.failed')}</span>
  const { lowest, highest } = review.estimate.band
  if (lowest === highest) return <span>{t('review.sureOf', { level: lowest })}</span>
  return <span>{t('review.between', { lowest, highest })}</span>
}
