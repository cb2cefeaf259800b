/**
 * The tested languages in the order of Specification §1, each with its BCP 47 tag, for fonts, line breaks, and screen
 * readers, and its own name, which learners look for. CONTRIBUTING.md has the recipe for adding one.
 */
const TESTED = {
  english: { tag: 'en', endonym: 'English' },
  spanish: { tag: 'es', endonym: 'Español' },
  french: { tag: 'fr', endonym: 'Français' },
  german: { tag: 'de', endonym: 'Deutsch' },
  japanese: { tag: 'ja', endonym: '日本語' },
  korean: { tag: 'ko', endonym: '한국어' },
  chinese: { tag: 'zh-Hans', endonym: '中文' },
  italian: { tag: 'it', endonym: 'Italiano' },
} as const

export type Language = keyof typeof TESTED

export const LANGUAGES = Object.keys(TESTED) as readonly Language[]

const ofEach = (field: 'tag' | 'endonym') =>
  Object.fromEntries(LANGUAGES.map((language) => [language, TESTED[language][field]])) as Record<Language, string>

export const LANGUAGE_TAGS = ofEach('tag')
export const LANGUAGE_ENDONYMS = ofEach('endonym')

/** Specification §1: the default language. */
export const DEFAULT_LANGUAGE: Language = 'english'

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value)
}
