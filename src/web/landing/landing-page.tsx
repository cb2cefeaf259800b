import type { LandingPageData } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import styles from './landing-page.module.css'

/** The landing (Specification §2): plain HTML, so that Start works before any script has loaded. */
export function LandingPage({ userId }: LandingPageData) {
  const t = useTexts()
  return (
    <main className={styles.landing} data-user={userId}>
      <picture>
        <source media="(min-width: 48rem)" srcSet="/static/image/landing-desktop.svg" />
        <img className={styles.background} src="/static/image/landing-phone.svg" alt="" fetchPriority="high" />
      </picture>
      <div className={styles.content}>
        <h1>{t('landing.title')}</h1>
        <p>{t('landing.lead')}</p>
        <form action={urls.quiz}>
          <button type="submit" className={styles.start}>
            {t('landing.start')}
          </button>
        </form>
        <noscript>
          <p className={styles.noscript}>{t('noscript')}</p>
        </noscript>
      </div>
    </main>
  )
}
