import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import styles from './consent.module.css'
import { ConsentButtons } from './consent-buttons.tsx'

/**
 * The question at the head of a page, rendered by the server alone, so that it moves nothing by coming late and costs the page's scripts
 * nothing. It covers nothing and waits; during the test its styles hide it.
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
