import type { Language } from '#quiz/languages.ts'
import { canonicalAddress } from './alternates.ts'
import type { DocumentParts } from './document.ts'
import { LANGUAGE_TAGS } from './language-tags.ts'
import type { Texts } from './texts.tsx'

type Facts = Pick<DocumentParts, 'title' | 'description' | 'structuredData'>
type Place = Pick<DocumentParts, 'locale' | 'findableAt' | 'askedLocale'>

/** A schema.org thing for a page that is meant to be found; nothing for any other. */
function thing(
  { locale, findableAt, askedLocale }: Place,
  { title, description }: Facts,
  more: Record<string, unknown>,
): object | undefined {
  if (!findableAt) return undefined
  const url = canonicalAddress(findableAt, askedLocale)
  const about = { name: title, description, url, inLanguage: locale, isAccessibleForFree: true }
  return { '@context': 'https://schema.org', ...more, ...about }
}

/** What the landing says of itself. */
export function landingFacts(t: Texts, place: Place): Facts {
  const facts = { title: t('landing.title'), description: t('site.description') }
  const application = {
    '@type': 'WebApplication',
    applicationCategory: 'EducationalApplication',
    operatingSystem: 'Any',
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
  }
  return { ...facts, structuredData: thing(place, facts, application) }
}

/** What the quiz says of itself. The title is the one that its first screen has in the browser. */
export function quizFacts(t: Texts, place: Place, language: Language | null): Facts {
  const titled = (screen: string) => `${screen} · ${t('site.name')}`
  if (!language) return { title: titled(t('select.title')), description: t('search.select') }
  const facts = { title: titled(t('guide.title', { language })), description: t('search.quiz', { language }) }
  const quiz = {
    '@type': 'Quiz',
    about: { '@type': 'Language', name: t(`language.${language}`), alternateName: LANGUAGE_TAGS[language] },
    educationalUse: 'assessment',
    educationalLevel: 'A1-C2',
    timeRequired: 'PT3M',
  }
  return { ...facts, structuredData: thing(place, facts, quiz) }
}
