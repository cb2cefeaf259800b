import { Wall, type WallProps } from '../sign-in/wall.tsx'
import { TextsPart } from '../texts-part.tsx'
import badge from './level-badge.module.css'
import screen from './result-screen.module.css'
import styles from './walled-report.module.css'

/**
 * What a logged-out visitor sees of a report (Specification §2): a placeholder that is the same for every result, blurred and inert,
 * under the invitation to sign up. It knows no level, so none can be read out of the page (design §6).
 */
export function WalledReport(wall: WallProps) {
  return (
    <div className={styles.stack}>
      <div className={`${screen.report} ${styles.placeholder}`} inert aria-hidden="true">
        <svg className={badge.badge} viewBox="0 0 160 160" aria-hidden="true">
          <circle cx="80" cy="80" r="66" className={styles.ring} />
          <circle cx="80" cy="80" r="53" className={styles.face} />
        </svg>
        <span className={styles.bar} />
        <span className={styles.shortBar} />
        <span className={styles.bar} />
        <span className={styles.shortBar} />
      </div>
      <TextsPart part="account">
        <Wall {...wall} />
      </TextsPart>
    </div>
  )
}
