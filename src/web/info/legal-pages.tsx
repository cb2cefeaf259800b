import type { ReactNode } from 'react'
import type { LegalPageData, PrivacyPageData } from '#contract/page-data.ts'
import { PrivacyChoice } from '../consent/consent.tsx'
import { joinSentences } from '../format.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { InfoPage, LastUpdated } from './info-page.tsx'
import { Responsible, Section } from './responsible.tsx'

type Page = 'terms' | 'privacy'

/** The numbered sections. If a linked marketplace has the accounts, some are replaced and some omitted. */
const PAGES: Record<Page, { sections: number[]; withOtherText: number[]; dropped: number[] }> = {
  terms: { sections: [1, 2, 3, 4, 5], withOtherText: [2, 5], dropped: [] },
  privacy: { sections: [1, 2, 3, 4, 5, 6], withOtherText: [2, 5], dropped: [3] },
}

type LegalPageProps = LegalPageData & { page: Page; children?: ReactNode }

/** Numbered sections, then the children. */
function LegalPage({ page, legal, hasOwnAccounts, givesResults, children }: LegalPageProps) {
  const t = useTexts()
  const { sections, withOtherText, dropped } = PAGES[page]
  return (
    <InfoPage back={t('legal.back')} title={t(`${page}.title`)} lead={t(`${page}.lead`)}>
      {sections
        .filter((section) => hasOwnAccounts || !dropped.includes(section))
        .map((section) => {
          const text = !hasOwnAccounts && withOtherText.includes(section) ? 'linked' : 'text'
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

/** The privacy notice, or the link to an external one, and the form for changing the consent. */
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
