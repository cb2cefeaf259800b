import type { Choice } from '#contract/consent.ts'
import type { PrivacyChoiceState } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import styles from './consent.module.css'

/**
 * The consent banner above a page. Only the server renders it, so it doesn't shift the layout or add to the page's
 * scripts. It covers nothing, and its styles hide it during the test.
 */
export function ConsentBanner({ next }: { next: string }) {
  const t = useTexts()
  return (
    <aside id="consent" className={styles.banner} aria-label={t('consent.title')}>
      <p>
        {t('consent.text')} <a href={urls.privacy}>{t('consent.more')}</a>
      </p>
      <ConsentButtons next={next} />
    </aside>
  )
}

/** The section of the privacy page that shows the choice and changes it. */
export function PrivacyChoice({ consent, hasSignal }: PrivacyChoiceState) {
  const t = useTexts()
  return (
    <section id="choice">
      <h2>{t('privacy.choice.title')}</h2>
      <p>{t('privacy.choice.text')}</p>
      <p role="status" className={styles.current}>
        {t(hasSignal ? 'privacy.choice.signal' : `privacy.choice.${consent}`)}
      </p>
      {!hasSignal && <ConsentButtons next={`${urls.privacy}#choice`} />}
    </section>
  )
}

const CHOICES: Choice[] = ['declined', 'allowed']

/** Decline and Allow with equal weight, in a plain form that works without scripts. `next` is the page to return to. */
function ConsentButtons({ next }: { next: string }) {
  const t = useTexts()
  return (
    <form className={styles.buttons} method="post" action={urls.consent}>
      <input type="hidden" name="next" value={next} />
      {CHOICES.map((choice) => (
        <button key={choice} type="submit" className={styles.button} name="choice" value={choice}>
          {t(`consent.${choice}`)}
        </button>
      ))}
    </form>
  )
}
