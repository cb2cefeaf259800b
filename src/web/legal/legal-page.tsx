import type { ReactNode } from 'react'
import { urls } from '#contract/urls.ts'
import { PrivacyChoice, type PrivacyChoiceState } from '../consent/consent.tsx'
import { type TextKey, useTexts } from '../texts.tsx'
import { LegalLinks } from './legal-links.tsx'
import styles from './legal-page.module.css'

const SECTIONS = { terms: [1, 2, 3, 4, 5], privacy: [1, 2, 3, 4, 5, 6] } as const

type LegalPageProps = { page: keyof typeof SECTIONS; children?: ReactNode }

/** Numbered sections, then the children. */
function LegalPage({ page, children }: LegalPageProps) {
  const t = useTexts()
  return (
    <main className={styles.page}>
      <a className={styles.back} href={urls.landing}>
        <span aria-hidden="true">‹</span> {t('legal.back')}
      </a>
      <h1>{t(`${page}.title`)}</h1>
      <p className={styles.lead}>{t(`${page}.lead`)}</p>
      {SECTIONS[page].map((section) => (
        <section key={section}>
          <h2>{t(`${page}.${section}.title` as TextKey)}</h2>
          <p>{t(`${page}.${section}.text` as TextKey)}</p>
        </section>
      ))}
      {children}
      <p className={styles.updated}>{t('legal.updated')}</p>
      <LegalLinks />
    </main>
  )
}

/** Plain HTML without a script, like every page of this folder. */
export function TermsPage() {
  return <LegalPage page="terms" />
}

/** The privacy notice, which is also where visitors change their choice. */
export function PrivacyPage(choice: PrivacyChoiceState) {
  return (
    <LegalPage page="privacy">
      <PrivacyChoice {...choice} />
    </LegalPage>
  )
}
