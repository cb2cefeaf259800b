import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import styles from './legal-links.module.css'

/** The plain pages, at the foot of each of them. Rendered by the server alone. */
export function LegalLinks() {
  const t = useTexts()
  return (
    <footer className={styles.links}>
      <a href={urls.how}>{t('how.title')}</a>
      <a href={urls.terms}>{t('terms.title')}</a>
      <a href={urls.privacy}>{t('privacy.title')}</a>
      <a href={urls.accessibility}>{t('accessibility.title')}</a>
    </footer>
  )
}
