import type { ReactNode } from 'react'
import type { LegalPageData } from '#contract/page-data.ts'
import { PrivacyChoice, type PrivacyChoiceState } from '../consent/consent.tsx'
import { joinSentences } from '../format.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { InfoPage, LastUpdated } from './info-page.tsx'
import { Responsible, Section } from './responsible.tsx'

type Page = 'terms' | 'privacy'

/** The numbered sections; `besides` have another text where another marketplace has the accounts, and `own` are left out there. */
const PAGES: Record<Page, { sections: number[]; besides: number[]; own: number[] }> = {
  terms: { sections: [1, 2, 3, 4, 5], besides: [2, 5], own: [] },
  privacy: { sections: [1, 2, 3, 4, 5, 6], besides: [2, 5], own: [3] },
}

type LegalPageProps = LegalPageData & { page: Page; children?: ReactNode }

/** Numbered sections, then the children. */
function LegalPage({ page, legal, hasOwnAccounts, givesResults, children }: LegalPageProps) {
  const t = useTexts()
  const { sections, besides, own } = PAGES[page]
  return (
    <InfoPage back={t('legal.back')} title={t(`${page}.title`)} lead={t(`${page}.lead`)}>
      {sections
        .filter((section) => hasOwnAccounts || !own.includes(section))
        .map((section) => {
          const text = !hasOwnAccounts && besides.includes(section) ? 'beside' : 'text'
          return (
            <Section key={section} title={t(`${page}.${section}.title` as TextKey)}>
              {joinSentences(t.locale, [
                t(`${page}.${section}.${text}` as TextKey, { age: legal.minimumAge }),
                ...(givesResults && page === 'privacy' && section === 2 ? [t('privacy.2.results')] : []),
              ])}
            </Section>
          )
        })}
      <Responsible {...legal} hasLaw={page === 'terms'} />
      {children}
      <LastUpdated>{t('legal.updated')}</LastUpdated>
    </InfoPage>
  )
}

export function TermsPage(data: LegalPageData) {
  return <LegalPage page="terms" {...data} />
}

export type PrivacyPageData = LegalPageData & { choice: PrivacyChoiceState }

/** The privacy notice, or the link to the one elsewhere; and where visitors change their choice. */
export function PrivacyPage({ choice, ...data }: PrivacyPageData) {
  const t = useTexts()
  const elsewhere = data.legal.privacy
  if (!elsewhere)
    return (
      <LegalPage page="privacy" {...data}>
        <PrivacyChoice {...choice} />
      </LegalPage>
    )
  return (
    <InfoPage back={t('legal.back')} title={t('consent.title')} lead={t('privacy.lead')}>
      <a className="link" href={elsewhere}>
        {t('consent.more')}
      </a>
      <PrivacyChoice {...choice} />
    </InfoPage>
  )
}
