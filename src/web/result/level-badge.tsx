import { LEVELS, type Level } from '#quiz/levels.ts'
import styles from './level-badge.module.css'
import { BADGE } from './level-badge-shape.ts'

/** The level in a ring that fills by one sixth per level. */
export function LevelBadge({ level }: { level: Level }) {
  const steps = LEVELS.indexOf(level) + 1
  const { size, center, halo, arc, degreesOfArc, face, baseline } = BADGE
  return (
    <svg className={`${styles.badge} ${styles[level]}`} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <circle cx={center} cy={center} r={halo.radius} className={styles.halo} />
      {LEVELS.map((each, index) => (
        <path
          key={each}
          d={arc}
          transform={`rotate(${index * degreesOfArc} ${center} ${center})`}
          className={index < steps ? styles.lit : styles.unlit}
        />
      ))}
      <circle cx={center} cy={center} r={face.radius} className={styles.face} />
      <text x={center} y={baseline} textAnchor="middle" className={styles.letters}>
        {level}
      </text>
    </svg>
  )
}
