import { lazy } from 'react'
import type { Language } from '#quiz/languages.ts'
import type { SignInOffer } from '../sign-in/sign-in-offer.ts'
import { TextsPart } from '../texts-part.tsx'
import badge from './level-badge.module.css'
import screen from './result-screen.module.css'
import styles from './walled-report.module.css'

export const loadWall = () => import('../sign-in/wall.tsx')

const Wall = lazy(() => loadWall().then(({ Wall: component }) => ({ default: component })))

const EmbeddedWall = lazy(() =>
  import('../embedded/embedded-wall.tsx').then(({ EmbeddedWall: component }) => ({ default: component })),
)

type WalledReportProps = {
  language: Language
  offer: SignInOffer
  /** In a frame, with the assessment that can leave it. */
  embedded: { assessmentId: string | null } | null
}

/**
 * What a logged-out visitor sees of a report (Specification §2): a placeholder that is the same for every result, blurred and inert,
 * under the invitation to sign up. It knows no level, so none can be read out of the page (design §6).
 */
export function WalledReport({ language, offer, embedded }: WalledReportProps) {
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
        {embedded ? (
          <TextsPart part="embedded">
            <EmbeddedWall key={embedded.assessmentId} language={language} assessmentId={embedded.assessmentId} />
          </TextsPart>
        ) : (
          <Wall language={language} offer={offer} />
        )}
      </TextsPart>
    </div>
  )
}
