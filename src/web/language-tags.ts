import type { Language } from '#quiz/languages.ts'

/** BCP 47 tags, so that fonts, line breaks and screen readers handle each tested language properly. */
export const LANGUAGE_TAGS: Record<Language, string> = {
  english: 'en',
  spanish: 'es',
  french: 'fr',
  german: 'de',
  japanese: 'ja',
  korean: 'ko',
  chinese: 'zh-Hans',
  italian: 'it',
}

/** Attributes of an element whose text is in a tested language. All eight are written left to right. */
export function inLanguage(language: Language): { lang: string; dir: 'ltr' } {
  return { lang: LANGUAGE_TAGS[language], dir: 'ltr' }
}
