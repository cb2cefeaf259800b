import { useTexts } from '../texts.tsx'
import button from '../ui/button.module.css'
import styles from './insights.module.css'

/** Where staff whom another site's page led to the figures begin to sign in. */
export function StaffSignInPage({ address }: { address: string }) {
  const t = useTexts()
  return (
    <main className={styles.page}>
      <h1>{t('insights.title')}</h1>
      <p className={styles.lead}>{t('insights.signIn.lead')}</p>
      <a className={`${button.button} ${button.primary}`} href={address}>
        {t('insights.signIn')}
      </a>
    </main>
  )
}
