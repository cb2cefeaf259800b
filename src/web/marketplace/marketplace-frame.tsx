import type { ReactNode } from 'react'
import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import styles from './marketplace.module.css'

/** Around each page of the built-in marketplace: plain HTML, with links to the test and the community. */
export function MarketplaceFrame({ children }: { children: ReactNode }) {
  const t = useTexts()
  return (
    <main className={styles.page}>
      <nav className={styles.ways} aria-label={t('site.name')}>
        <a className={styles.home} href={urls.landing}>
          {t('marketplace.home')}
        </a>
        <a className={styles.home} href={urls.community}>
          {t('marketplace.community')}
        </a>
      </nav>
      {children}
    </main>
  )
}
