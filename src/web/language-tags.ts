import { LANGUAGE_TAGS, type Language } from '#quiz/languages.ts'

/**
 * Attributes of an element whose text is in a tested language. All are written left to right, and a browser that
 * translates the page leaves them as they are: translated, the test would measure nothing.
 */
export function inLanguage(language: Language): { lang: string; dir: 'ltr'; translate: 'no' } {
  return { lang: LANGUAGE_TAGS[language], dir: 'ltr', translate: 'no' }
}
