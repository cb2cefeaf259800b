import type { ReactNode } from 'react'
import styles from './page-notice.module.css'
import { ScreenHeading } from './screen-heading.tsx'

export type PageNoticeProps = { title: string; lead: string; children: ReactNode }

/** Replaces a page that can't be shown, explaining the problem and the next step. */
export function PageNotice({ title, lead, children }: PageNoticeProps) {
  return (
    <main className={styles.notice}>
      <ScreenHeading>{title}</ScreenHeading>
      <p>{lead}</p>
      {children}
    </main>
  )
}
