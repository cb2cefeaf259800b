import type { AccountData } from '#contract/account.ts'
import { LEVELS, type Level } from '#quiz/levels.ts'
import badge from '../result/level-badge.module.css'
import styles from './level-chart.module.css'

/** More would run into each other. */
const MOST_SHOWN = 12
const STEP_UP = 18
const STEP_ALONG = 28
const BAND_WIDTH = 18
const LEFT = 40
const TOP = 14
const WIDTH = LEFT + STEP_ALONG * MOST_SHOWN
const BOTTOM = TOP + STEP_UP * (LEVELS.length - 1)

const heightOf = (level: Level) => BOTTOM - LEVELS.indexOf(level) * STEP_UP

/** The levels of one language over time with their bands, the newest at the right: a picture of the table beside it. */
export function LevelChart({ entries }: { entries: AccountData['assessments'] }) {
  const points = entries.slice(-MOST_SHOWN).map(({ level, estimate: { band } }, index) => ({
    level,
    x: LEFT + STEP_ALONG * (index + 0.5),
    y: heightOf(level),
    top: heightOf(band.highest) - BAND_WIDTH / 2,
    bottom: heightOf(band.lowest) + BAND_WIDTH / 2,
  }))
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${BOTTOM + TOP}`} aria-hidden="true">
      {LEVELS.map((level) => (
        <g key={level}>
          <line x1={LEFT - 8} x2={WIDTH} y1={heightOf(level)} y2={heightOf(level)} className={styles.grid} />
          <text x="0" y={heightOf(level) + 4} className={styles.label}>
            {level}
          </text>
        </g>
      ))}
      {points.map(({ level, x, top, bottom }) => (
        <rect
          key={x}
          x={x - BAND_WIDTH / 2}
          y={top}
          width={BAND_WIDTH}
          height={bottom - top}
          rx={BAND_WIDTH / 2}
          className={`${styles.band} ${badge[level]}`}
        />
      ))}
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} className={styles.line} />
      {points.map(({ level, x, y }) => (
        <circle key={x} cx={x} cy={y} r="6" className={`${styles.dot} ${badge[level]}`} />
      ))}
    </svg>
  )
}
