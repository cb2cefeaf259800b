import type { Review } from '#contract/review.ts'
import { AREAS } from '#quiz/subscores.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { LevelBand } from './level-band.tsx'
import { rangeText } from './range-text.ts'
import styles from './review.module.css'

const DIFFERENCES = {
  higher: 'review.apartHigher',
  lower: 'review.apartLower',
  chance: 'review.apartChance',
} as const satisfies Record<string, TextKey>

/** What the test measured and what not, with vocabulary and grammar apart where the answers allow it. */
export function Measured({ review: { items, subscores } }: { review: Review }) {
  const t = useTexts()
  return (
    <section>
      <h2 className={styles.heading}>{t('review.measuredTitle')}</h2>
      <p>{t('review.measured', { count: items.length })}</p>
      <p>{t('review.notMeasured')}</p>
      <h3 className={styles.subheading}>{t('review.apartTitle')}</h3>
      {subscores ? (
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
                  <LevelBand band={band} />
                  <p className={styles.soft}>{rangeText(t, band)}</p>
                </li>
              )
            })}
          </ul>
          <p>{t(DIFFERENCES[subscores.vocabulary_is])}</p>
        </>
      ) : (
        <p className={styles.soft}>{t('review.apartNone')}</p>
      )}
    </section>
  )
}
