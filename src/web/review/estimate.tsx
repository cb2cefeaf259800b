import type { Review } from '#contract/review.ts'
import { LEVELS, type Level } from '#quiz/levels.ts'
import { AREAS } from '#quiz/subscores.ts'
import { formatDay } from '../format.ts'
import badge from '../result/level-badge.module.css'
import { type TextKey, type Texts, useTexts } from '../texts.tsx'
import styles from './review.module.css'

/** The band as text. */
function rangeText(t: Texts, { lowest, highest }: Review['estimate']['band']): string {
  return lowest === highest ? t('review.one', { level: lowest }) : t('review.range', { lowest, highest })
}

const STEP = 60
const GAP = 4
const MIDDLE = 16
const HEIGHT = 48

type LevelBandProps = {
  band: Review['estimate']['band']
  /** Marked on the scale; left out if the band covers only some of the answers. */
  level?: Level
}

/** The six levels in a row, those of the band lit. Has a label only with a `level`, since text next to the others says the same. */
function LevelBand({ band: { lowest, highest }, level }: LevelBandProps) {
  const t = useTexts()
  const isLit = (each: Level) =>
    LEVELS.indexOf(each) >= LEVELS.indexOf(lowest) && LEVELS.indexOf(each) <= LEVELS.indexOf(highest)
  const label = level && t(lowest === highest ? 'review.scaleOne' : 'review.scale', { level, lowest, highest })
  return (
    <svg
      className={styles.band}
      viewBox={`0 0 ${STEP * LEVELS.length} ${HEIGHT}`}
      role="img"
      aria-hidden={label === undefined}
      aria-label={label}
    >
      {LEVELS.map((each, index) => {
        const height = isLit(each) ? 14 : 6
        return (
          <g key={each} className={badge[each]}>
            <rect
              x={index * STEP + GAP / 2}
              y={MIDDLE - height / 2}
              width={STEP - GAP}
              height={height}
              rx={height / 2}
              className={isLit(each) ? styles.lit : styles.unlit}
            />
            {each === level && <circle cx={(index + 0.5) * STEP} cy={MIDDLE} r="10" className={styles.mark} />}
            <text
              x={(index + 0.5) * STEP}
              y={HEIGHT - 4}
              textAnchor="middle"
              className={each === level ? styles.own : isLit(each) ? styles.near : styles.label}
            >
              {each}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** The text that compares level and estimate: they agree, or the level is inside or outside the band. */
function agreement({ level, estimate: { level: estimated, band } }: Review): TextKey {
  if (level === estimated) return 'review.agrees'
  const [at, from, to] = [level, band.lowest, band.highest].map((each) => LEVELS.indexOf(each)) as [
    number,
    number,
    number,
  ]
  return from <= at && at <= to ? 'review.near' : 'review.far'
}

/** How certain the level is, what all answers together estimate, and the change since the previous test. */
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

const DIFFERENCES = {
  higher: 'review.apartHigher',
  lower: 'review.apartLower',
  chance: 'review.apartChance',
} as const satisfies Record<string, TextKey>

/** What the test measured and what it did not, with vocabulary and grammar apart if there are enough answers. */
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
