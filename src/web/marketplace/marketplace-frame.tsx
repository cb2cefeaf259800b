import type { ReactNode } from 'react'
import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import styles from './marketplace.module.css'

/** The frame of the embedded marketplace's pages: plain HTML, with the way back to the test. */
export function MarketplaceFrame({ children }: { children: ReactNode }) {
  const t = useTexts()
  return (
    <main className={styles.page}>
      <nav>
        <a className={styles.home} href={urls.landing}>
          {t('marketplace.home')}
        </a>
      </nav>
      {children}
    </main>
  )
}
