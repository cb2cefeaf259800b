import type { Review } from '#contract/review.ts'
import { adviceLevel, agreementOf, comparison } from '#quiz/advice.ts'
import { AREAS } from '#quiz/subscores.ts'
import { formatDay, rangeText } from '../format.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { LevelScale } from '../ui/level-scale.tsx'
import styles from './review.module.css'

const AGREEMENTS = { agrees: 'review.agrees', near: 'review.near', apart: 'review.far' } as const satisfies Record<
  string,
  TextKey
>

/** How certain the level is, what all answers together estimate, and the change since the previous test. */
export function Sureness({ review }: { review: Review }) {
  const t = useTexts()
  const { level, estimate, previous } = review
  const agreement = agreementOf(level, estimate)
  const since = previous ? Date.parse(review.finished_at) - Date.parse(previous.finished_at) : 0
  const change = previous && comparison(level, previous, since)
  const pins = {
    theta: estimate.theta,
    estimated: estimate.level,
    apart: agreement === 'apart' ? level : undefined,
  }
  return (
    <section className={styles.range}>
      <p className={styles.most}>{rangeText(t, estimate.band)}</p>
      <LevelScale band={estimate.band} level={level} pins={pins} />
      <p>{t(AGREEMENTS[agreement], { level, estimate: estimate.level, lower: adviceLevel(level, estimate) })}</p>
      <p>{t('review.meaning')}</p>
      {previous && change && (
        <p className={styles.change}>
          {t(`review.${change}`, {
            level: previous.level,
            date: formatDay(t.locale, previous.finished_at),
          })}
        </p>
      )}
    </section>
  )
}

const DIFFERENCES = {
  higher: 'review.apartHigher',
  lower: 'review.apartLower',
  chance: 'review.apartChance',
} as const satisfies Record<string, TextKey>

/** Vocabulary and grammar separately, each with its range. */
export function Apart({ subscores }: { subscores: NonNullable<Review['subscores']> }) {
  const t = useTexts()
  return (
    <>
      <ul className={styles.areas}>
        {AREAS.map((area) => {
          const { band, right, asked } = subscores[area]
          return (
            <li key={area}>
              <p className={styles.area}>
                <strong>{t(`review.${area}`)}</strong>
                <span className={styles.soft}>{t('review.right', { right, asked })}</span>
              </p>
              <progress value={right} max={asked} aria-hidden="true" />
              <p className={styles.soft}>{rangeText(t, band)}</p>
            </li>
          )
        })}
      </ul>
      <p className={styles.soft}>{t(DIFFERENCES[subscores.vocabulary_is])}</p>
    </>
  )
}
