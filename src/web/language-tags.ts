import { LANGUAGE_TAGS, type Language } from '#quiz/languages.ts'

/** Attributes of an element whose text is in a tested language. All are written left to right. */
export function inLanguage(language: Language): { lang: string; dir: 'ltr' } {
  return { lang: LANGUAGE_TAGS[language], dir: 'ltr' }
}
