import { urls } from '#contract/urls.ts'
import styles from './error-page.module.css'
import { useTexts } from './texts.tsx'

export function ErrorPage({ status }: { status: 404 | 410 | 500 }) {
  const t = useTexts()
  return (
    <main className={styles.screen}>
      <p className={styles.number}>{status}</p>
      <h1>{t(`error.${status}.title`)}</h1>
      <p>{t(`error.${status}.lead`)}</p>
      <a href={urls.landing}>{t('error.home')}</a>
    </main>
  )
}
