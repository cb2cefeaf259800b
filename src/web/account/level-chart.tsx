import type { AccountData } from '#contract/account.ts'
import { directionOf } from '#contract/locales.ts'
import { LEVELS, type Level } from '#quiz/constants.ts'
import { shortDayFormat } from '../format.ts'
import { useTexts } from '../texts.tsx'
import { BADGE } from '../ui/level-badge-shape.ts'
import styles from './history.module.css'

/** More bubbles would overlap. */
const MAX_POINTS = 8
/** With more points, dates would overlap, so only the first and last have one. */
const MAX_DATES = 4
const STEP_Y = 26
const BAND_WIDTH = 26
const LEFT = 36
const TOP = 20
const WIDTH = 360
const BOTTOM = TOP + STEP_Y * (LEVELS.length - 1)

const levelY = (level: Level) => BOTTOM - LEVELS.indexOf(level) * STEP_Y

/**
 * The levels of one language over time, each on the band of its range, the newest at the end of the line. Hidden from
 * screen readers because the rows contain the same data.
 */
export function LevelChart({ entries }: { entries: AccountData['assessments'] }) {
  const t = useTexts()
  const shown = entries.slice(-MAX_POINTS)
  const day = shortDayFormat(t.locale)
  const isMirrored = directionOf(new Intl.Locale(t.locale).baseName) === 'rtl'
  const acrossFrom = (start: number) => (isMirrored ? WIDTH - start : start)
  const points = shown.map(({ assessment_id: id, level, finished_at, estimate: { band } }, index) => ({
    id,
    level,
    x: acrossFrom(LEFT + ((WIDTH - LEFT) * (index + 0.5)) / shown.length),
    y: levelY(level),
    top: levelY(band.highest) - BAND_WIDTH / 2,
    bottom: levelY(band.lowest) + BAND_WIDTH / 2,
    date:
      shown.length <= MAX_DATES || index === 0 || index === shown.length - 1 ? day.format(Date.parse(finished_at)) : '',
  }))
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${BOTTOM + 44}`} aria-hidden="true">
      {LEVELS.map((level) => (
        <g key={level}>
          <line
            x1={acrossFrom(LEFT - 8)}
            x2={acrossFrom(WIDTH)}
            y1={levelY(level)}
            y2={levelY(level)}
            className={styles.grid}
          />
          <text
            x={acrossFrom(0)}
            y={levelY(level) + 4}
            textAnchor={isMirrored ? 'end' : 'start'}
            className={styles.label}
          >
            {level}
          </text>
        </g>
      ))}
      {points.map(({ id, level, x, top, bottom }) => (
        <rect
          key={id}
          x={x - BAND_WIDTH / 2}
          y={top}
          width={BAND_WIDTH}
          height={bottom - top}
          rx={BAND_WIDTH / 2}
          className={styles.band}
          data-level={level}
        />
      ))}
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} className={styles.line} />
      {points.map(({ id, level, x, y, date }) => (
        <g key={id} data-level={level}>
          <path d={BADGE.face} transform={`translate(${x} ${y}) scale(0.27)`} className={styles.bubble} />
          <text x={x} y={y + 4} textAnchor="middle" className={styles.letters}>
            {level}
          </text>
          <text x={x} y={BOTTOM + 38} textAnchor="middle" className={styles.label}>
            {date}
          </text>
        </g>
      ))}
    </svg>
  )
}
