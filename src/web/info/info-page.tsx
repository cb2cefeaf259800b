import type { ReactNode } from 'react'
import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import styles from './info-page.module.css'

type InfoPageProps = { back: string; title: string; lead: string; className?: string | undefined; children: ReactNode }

/** A page to read, plain HTML without a script: the way back to the landing, and the links to the other pages of this kind. */
export function InfoPage({ back, title, lead, className = '', children }: InfoPageProps) {
  const t = useTexts()
  return (
    <main className={`${styles.page} ${className}`.trim()}>
      <a className={styles.back} href={urls.landing}>
        <span aria-hidden="true">‹</span> {back}
      </a>
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {children}
      <footer className={styles.links}>
        <a href={urls.how}>{t('how.title')}</a>
        <a href={urls.terms}>{t('terms.title')}</a>
        <a href={urls.privacy}>{t('privacy.title')}</a>
        <a href={urls.accessibility}>{t('accessibility.title')}</a>
      </footer>
    </main>
  )
}

/** When the text was last changed. */
export function LastUpdated({ children }: { children: string }) {
  return <p className={styles.updated}>{children}</p>
}
