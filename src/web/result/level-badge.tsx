import { LEVELS, type Level } from '#quiz/levels.ts'
import styles from './level-badge.module.css'

/** The level as a medal: its ring fills by one sixth for each level. */
export function LevelBadge({ level }: { level: Level }) {
  const steps = LEVELS.indexOf(level) + 1
  return (
    <svg className={`${styles.badge} ${styles[level]}`} viewBox="0 0 160 160" aria-hidden="true">
      <circle cx="80" cy="80" r="74" className={styles.halo} />
      {LEVELS.map((each, index) => (
        <path
          key={each}
          d="M80 14 A66 66 0 0 1 137.16 47"
          transform={`rotate(${index * 60} 80 80)`}
          className={index < steps ? styles.lit : styles.unlit}
        />
      ))}
      <circle cx="80" cy="80" r="53" className={styles.face} />
      <text x="80" y="97" textAnchor="middle" className={styles.letters}>
        {level}
      </text>
    </svg>
  )
}
