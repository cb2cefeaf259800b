/** The tested languages, in the order of Specification §1. */
export const LANGUAGES = ['english', 'spanish', 'french', 'german', 'japanese', 'korean', 'chinese', 'italian'] as const

export type Language = (typeof LANGUAGES)[number]

/** Specification §1: the language when none is chosen. */
export const DEFAULT_LANGUAGE: Language = 'english'

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value)
}
