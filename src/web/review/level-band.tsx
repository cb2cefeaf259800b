import type { Review } from '#contract/review.ts'
import { LEVELS, type Level } from '#quiz/levels.ts'
import badge from '../result/level-badge.module.css'
import { useTexts } from '../texts.tsx'
import styles from './level-band.module.css'

const STEP = 60
const GAP = 4
const MIDDLE = 16
const HEIGHT = 48

type LevelBandProps = {
  band: Review['estimate']['band']
  /** Marked on the scale; none where the band stands for a part of the answers. */
  level?: Level
}

/** The levels in a row, those of the band lit. A sentence beside it says the same, so only the marked one is described. */
export function LevelBand({ band: { lowest, highest }, level }: LevelBandProps) {
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
