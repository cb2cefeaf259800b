import type { Consent } from '#contract/consent.ts'
import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import styles from './consent.module.css'
import { ConsentButtons } from './consent-buttons.tsx'

/** What stands of the choice; a signal is the browser's Global Privacy Control, which nothing here overrules. */
export type PrivacyChoiceState = { consent: Consent; hasSignal: boolean }

/** The section of the privacy page where the choice is seen and changed at any time. */
export function PrivacyChoice({ consent, hasSignal }: PrivacyChoiceState) {
  const t = useTexts()
  return (
    <section id="choice">
      <h2>{t('privacy.choice.title')}</h2>
      <p>{t('privacy.choice.text')}</p>
      <p role="status" className={styles.standing}>
        {t(hasSignal ? 'privacy.choice.signal' : `privacy.choice.${consent}`)}
      </p>
      {!hasSignal && <ConsentButtons next={`${urls.privacy}#choice`} />}
    </section>
  )
}
