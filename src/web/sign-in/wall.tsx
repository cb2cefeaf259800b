import { useEffect } from 'react'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { track } from '../browser/analytics.ts'
import { flowIdFor } from '../browser/storage.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import { ScreenHeading } from '../ui/screen-heading.tsx'
import styles from './sign-in-choices.module.css'
import { SignInChoices } from './sign-in-choices.tsx'
import type { SignInOffer } from './sign-in-offer.ts'

const [EmbeddedSignUp] = lazyComponent(() =>
  import('../embedded/embedded-sign-up.tsx').then((module) => module.EmbeddedSignUp),
)

export type WallProps = {
  language: Language
  offer: SignInOffer
  /** Set in an iframe, with the assessment that a sign-up there takes along. */
  embedded: { assessmentId: string | null } | null
}

/** The sign-up wall over a report (Specification §2). */
export function Wall({ language, offer, embedded }: WallProps) {
  const t = useTexts()
  useEffect(() => {
    track('view_signup', { flow_id: flowIdFor(language), language })
  }, [language])
  return (
    <section className={styles.wall}>
      <div className={styles.card}>
        <ScreenHeading>{t('wall.title')}</ScreenHeading>
        {embedded ? (
          <TextsPart part="embedded">
            <EmbeddedSignUp key={embedded.assessmentId} language={language} assessmentId={embedded.assessmentId} />
          </TextsPart>
        ) : (
          <>
            <p className={styles.wallLead}>{t('wall.lead')}</p>
            <SignInChoices offer={offer} page={urls.quiz} />
          </>
        )}
      </div>
    </section>
  )
}
