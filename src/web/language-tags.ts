import type { Language } from '#quiz/languages.ts'

/** BCP 47 tags, so that fonts, line breaks and screen readers treat each tested language as itself. */
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
