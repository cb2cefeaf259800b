import { LEVELS, type Level } from '#quiz/constants.ts'
import styles from './level-badge.module.css'
import { BADGE } from './level-badge-shape.ts'

const { box, arcs, face, facePlace, letters } = BADGE

type LevelBadgeProps = {
  /** Null for the neutral badge: all six colors and no level. */
  level: Level | null
}

/** A speech bubble with the level, in a ring that fills by one sixth per level. */
export function LevelBadge({ level }: LevelBadgeProps) {
  const steps = level ? LEVELS.indexOf(level) + 1 : LEVELS.length
  return (
    <svg
      className={`${styles.badge} ${level ? '' : styles.neutral}`}
      viewBox={`${box.left} ${box.top} ${box.size} ${box.size}`}
      data-level={level ?? undefined}
      aria-hidden="true"
    >
      {LEVELS.map((each, index) => (
        <path key={each} d={arcs[index]} data-level={each} className={index < steps ? styles.lit : styles.unlit} />
      ))}
      <path
        d={face}
        transform={`translate(${facePlace.x} ${facePlace.y}) scale(${facePlace.scale})`}
        className={styles.face}
      />
      <text x={letters.x} y={letters.y} textAnchor="middle" className={styles.letters}>
        {level}
      </text>
    </svg>
  )
}
