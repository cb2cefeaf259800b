import type { ProfileUpdate } from '#contract/profile.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { type KnownLanguage, levelNumber } from '#quiz/marketplace.ts'

/** The whole language list with the entry of the result changed or added, in the form of POST /v2/me/profile (design §7). */
export function withResult(list: readonly KnownLanguage[], language: Language, level: Level): ProfileUpdate {
  const entry = { language, level: levelNumber(level), is_learning: true }
  const isKnown = list.some((known) => known.language === language)
  const next = isKnown ? list.map((known) => (known.language === language ? entry : known)) : [...list, entry]
  return {
    language: {
      language_s: next.map((known) => known.language),
      level_s: next.map((known) => known.level),
      is_learning_s: next.map((known) => known.is_learning),
    },
  }
}
