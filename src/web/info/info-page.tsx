import type { ReactNode } from 'react'
import { urls } from '#contract/urls.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './info-page.module.css'

type InfoPageProps = { back: string; title: string; lead: string; className?: string | undefined; children: ReactNode }

/**
 * A text page in plain HTML without a script. It links back to the language choice or the result, never to the landing
 * page, which clears the result.
 */
export function InfoPage({ back, title, lead, className = '', children }: InfoPageProps) {
  return (
    <main className={`${styles.page} ${className}`.trim()}>
      <a className="link back" href={urls.quiz}>
        <Icon name="back" isMirrored /> {back}
      </a>
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {children}
    </main>
  )
}

/** The date of the last change to the text. */
export function LastUpdated({ children }: { children: string }) {
  return <p className={styles.updated}>{children}</p>
}
