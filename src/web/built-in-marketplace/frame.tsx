import type { ReactNode } from 'react'
import { type LinkPlace, linkTo } from '#contract/deep-links.ts'
import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './built-in.module.css'

type BuiltInFrameProps = { links: LinkPlace; isCommunity?: boolean; children: ReactNode }

/** The frame of each page of the built-in marketplace: plain HTML, with links to the test and the community. */
export function BuiltInFrame({ links, isCommunity = false, children }: BuiltInFrameProps) {
  const t = useTexts()
  return (
    <main className={styles.page}>
      <nav className={styles.ways} aria-label={t('site.name')}>
        <a className="link back" href={urls.quiz}>
          <Icon name="back" isMirrored /> {t('marketplace.home')}
        </a>
        {links.templates.community !== false && !isCommunity && (
          <a className="link back" href={linkTo(links, { to: 'community' })}>
            {t('marketplace.community')}
          </a>
        )}
      </nav>
      {children}
    </main>
  )
}
