import { LANGUAGE_TAGS, type Language } from '#quiz/languages.ts'

/**
 * Attributes of an element with text in a tested language. All these languages are written left to right. `translate`
 * keeps browsers from translating them, because a translated test would measure nothing.
 */
export function inLanguage(language: Language): { lang: string; dir: 'ltr'; translate: 'no' } {
  return { lang: LANGUAGE_TAGS[language], dir: 'ltr', translate: 'no' }
}
