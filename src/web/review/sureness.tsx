import type { Review } from '#contract/review.ts'
import { LEVELS } from '#quiz/levels.ts'
import { formatDay } from '../account/dates.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { LevelBand } from './level-band.tsx'
import { rangeText } from './range-text.ts'
import styles from './review.module.css'

/** Which of the sentences about level and estimate holds: they agree, or the level lies inside the band or outside of it. */
function agreement({ level, estimate: { level: estimated, band } }: Review): TextKey {
  if (level === estimated) return 'review.agrees'
  const [at, from, to] = [level, band.lowest, band.highest].map((each) => LEVELS.indexOf(each)) as [
    number,
    number,
    number,
  ]
  return from <= at && at <= to ? 'review.near' : 'review.far'
}

/** How sure the level is, what the answers say as a whole, and what has changed since the test before. */
export function Sureness({ review }: { review: Review }) {
  const t = useTexts()
  const { level, estimate, previous } = review
  const lower = LEVELS.find((each) => each === level || each === estimate.level) ?? level
  return (
    <section className={styles.sureness}>
      <LevelBand band={estimate.band} level={level} />
      <p className={styles.range}>{rangeText(t, estimate.band)}</p>
      <p className={styles.soft}>{t('review.meaning')}</p>
      <p>{t(agreement(review), { level, estimate: estimate.level, lower })}</p>
      {previous && (
        <p className={styles.change}>
          {t(`review.${previous.change}`, { level: previous.level, date: formatDay(t.locale, previous.finished_at) })}
        </p>
      )}
    </section>
  )
}
