import type { Review } from '#contract/review.ts'
import { LEVEL_SPACING } from '#quiz/estimate.ts'
import { LEVELS, type Level } from '#quiz/levels.ts'
import { useTexts } from '../texts.tsx'
import styles from './level-scale.module.css'

type Band = Review['estimate']['band']

const STEP = 60
const GAP = 4
const TOP = 34
const THICK = 14
const WIDTH = STEP * LEVELS.length
const HEIGHT = TOP + THICK + 24

const middleOf = (level: Level) => (LEVELS.indexOf(level) + 0.5) * STEP

/** Where an ability lies on the scale; the outer levels are open-ended. */
function placeOf(theta: number): number {
  return Math.min(Math.max((theta / LEVEL_SPACING) * STEP + WIDTH / 2, STEP / 3), WIDTH - STEP / 3)
}

function Pin({ x, level }: { x: number; level: Level }) {
  return (
    <g transform={`translate(${x} 0)`} className={styles.pin}>
      <rect x="-17" width="34" height="22" rx="11" />
      <path d={`M0 18V${TOP + THICK + 4}`} />
      <text y="15.5">{level}</text>
    </g>
  )
}

type LevelScaleProps = {
  band: Band
  /** The scale in words; omitted if nearby text says the same. */
  level?: Level
  /** Marks what all answers point to, and the level where that is elsewhere. */
  pins?: { theta: number; estimated: Level; apart?: Level | undefined }
}

/** The six levels in a row, those of the range lit. */
export function LevelScale({ band, level, pins }: LevelScaleProps) {
  const t = useTexts()
  const { lowest, highest } = band
  const isLit = (each: Level) =>
    LEVELS.indexOf(each) >= LEVELS.indexOf(lowest) && LEVELS.indexOf(each) <= LEVELS.indexOf(highest)
  const label = level && t(lowest === highest ? 'review.scaleOne' : 'review.scale', { level, lowest, highest })
  const top = pins ? 0 : TOP - 4
  return (
    <svg
      className={styles.scale}
      viewBox={`0 ${top} ${WIDTH} ${HEIGHT - top}`}
      role="img"
      aria-hidden={label === undefined}
      aria-label={label}
    >
      {LEVELS.map((each, index) => (
        <g key={each} data-level={each} className={isLit(each) ? styles.lit : styles.unlit}>
          <rect x={index * STEP + GAP / 2} y={TOP} width={STEP - GAP} height={THICK} rx="5" />
          <text x={middleOf(each)} y={HEIGHT - 4}>
            {each}
          </text>
        </g>
      ))}
      {pins?.apart && <Pin x={middleOf(pins.apart)} level={pins.apart} />}
      {pins && <Pin x={placeOf(pins.theta)} level={pins.estimated} />}
    </svg>
  )
}
