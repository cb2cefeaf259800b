import { useEffect } from 'react'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { track } from '../browser/analytics.ts'
import { flowIdFor } from '../browser/storage.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import { Icon } from '../ui/icon.tsx'
import { LevelBadge } from '../ui/level-badge.tsx'
import { ScreenHeading } from '../ui/screen-heading.tsx'
import { SignInChoices } from './sign-in-choices.tsx'
import type { SignInOffer } from './sign-in-offer.ts'
import styles from './wall.module.css'

const [EmbeddedSignUp] = lazyComponent(() =>
  import('../embedded/embedded-sign-up.tsx').then((module) => module.EmbeddedSignUp),
)

export type WallProps = {
  language: Language
  offer: SignInOffer
  /** In an iframe, the attempt to hand over on sign-up. */
  embedded: { attemptId: string | null } | null
}

/** The cards of a result. */
const PARTS = ['profile', 'teachers', 'answers']

/** The invitation to sign up over a result (Specification §2). */
function Wall({ language, offer, embedded }: WallProps) {
  const t = useTexts()
  useEffect(() => {
    track('view_signup', { flow_id: flowIdFor(language), language })
  }, [language])
  return (
    <section className={styles.wall}>
      <div className={styles.card}>
        <p className={styles.ready}>
          <Icon name="check" /> <span>{t('wall.ready', { language })}</span>
        </p>
        <ScreenHeading>{t('wall.title')}</ScreenHeading>
        <p className={styles.free}>{t('wall.free')}</p>
        {embedded ? (
          <TextsPart part="embedded">
            <EmbeddedSignUp key={embedded.attemptId} language={language} attemptId={embedded.attemptId} />
          </TextsPart>
        ) : (
          <SignInChoices offer={offer} page={urls.quiz} />
        )}
      </div>
    </section>
  )
}

/**
 * The result for a signed-out visitor (Specification §2): a blurred, inert placeholder under the invitation to sign up.
 * The placeholder is the same for every result, so the page doesn't reveal the level.
 */
export function WalledResult(wall: WallProps) {
  return (
    <div className={styles.stack}>
      <div className={styles.background} inert aria-hidden="true">
        <div className={styles.hero}>
          <LevelBadge level={null} />
          <span className={styles.title} />
          <span />
          <span />
          <span className={styles.button} />
        </div>
        {PARTS.map((part) => (
          <div key={part} className={styles.part}>
            <span className={styles.title} />
            <span />
            <span />
          </div>
        ))}
      </div>
      <Wall {...wall} />
    </div>
  )
}
