import type { ReportPageData } from '#contract/page-data.ts'
import { LANGUAGE_TAGS, type Language } from '#quiz/languages.ts'
import type { DocumentParts } from './document.ts'
import { canonicalAddress } from './head-tags.ts'
import { REPORT_PICTURE_SIZE, reportTitle } from './report/picture-words.ts'
import type { Texts } from './texts.tsx'

/** A page's metadata for browsers, search engines, and link previews. */
export type PageHead = Pick<DocumentParts, 'title'> &
  Partial<Pick<DocumentParts, 'description' | 'structuredData' | 'preview'>>

/** A page's URL and the language it is shown in. */
export type PageLocation = Pick<DocumentParts, 'locale' | 'findableAt' | 'requestedLocale'>

/** JSON-LD in the schema.org vocabulary, for indexable pages. */
function structuredData(
  { locale, findableAt, requestedLocale }: PageLocation,
  { title, description }: PageHead,
  properties: Record<string, unknown>,
): object | undefined {
  if (!findableAt) return undefined
  const url = canonicalAddress(findableAt, requestedLocale)
  const common = { name: title, description, url, inLanguage: locale, isAccessibleForFree: true }
  return { '@context': 'https://schema.org', ...properties, ...common }
}

export function landingHead(t: Texts, location: PageLocation): PageHead {
  const head = { title: t('landing.title'), description: t('site.description') }
  const application = {
    '@type': 'WebApplication',
    applicationCategory: 'EducationalApplication',
    operatingSystem: 'Any',
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
  }
  return { ...head, structuredData: structuredData(location, head, application) }
}

/** The title matches the one that the quiz's first screen sets in the browser. */
export function quizHead(t: Texts, location: PageLocation, language: Language | null): PageHead {
  const titleOf = (screen: string) => `${screen} · ${t('site.name')}`
  if (!language) return { title: titleOf(t('select.title')), description: t('search.select') }
  const head = { title: titleOf(t('guide.title', { language })), description: t('search.quiz', { language }) }
  const quiz = {
    '@type': 'Quiz',
    about: { '@type': 'Language', name: t(`language.${language}`), alternateName: LANGUAGE_TAGS[language] },
    educationalUse: 'assessment',
    educationalLevel: 'A1-C2',
    timeRequired: 'PT3M',
  }
  return { ...head, structuredData: structuredData(location, head, quiz) }
}

export function reportHead(t: Texts, { report, address, pictureAddress }: ReportPageData): PageHead {
  const title = reportTitle(t, report)
  const description = t('report.description', { percent: report.percentile, language: report.language })
  const picture = { address: pictureAddress, ...REPORT_PICTURE_SIZE, description: title }
  return { title, description, preview: { siteName: t('site.name'), title, description, address, picture } }
}
