import type { ReactNode } from 'react'
import { PrivacyChoice, type PrivacyChoiceState } from '../consent/consent.tsx'
import { type TextKey, useTexts } from '../texts.tsx'
import { InfoPage, LastUpdated } from './info-page.tsx'

const SECTIONS = { terms: [1, 2, 3, 4, 5], privacy: [1, 2, 3, 4, 5, 6] } as const

type LegalPageProps = { page: keyof typeof SECTIONS; children?: ReactNode }

/** Numbered sections, then the children. */
function LegalPage({ page, children }: LegalPageProps) {
  const t = useTexts()
  return (
    <InfoPage back={t('legal.back')} title={t(`${page}.title`)} lead={t(`${page}.lead`)}>
      {SECTIONS[page].map((section) => (
        <section key={section}>
          <h2>{t(`${page}.${section}.title` as TextKey)}</h2>
          <p>{t(`${page}.${section}.text` as TextKey)}</p>
        </section>
      ))}
      {children}
      <LastUpdated>{t('legal.updated')}</LastUpdated>
    </InfoPage>
  )
}

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
