import type { Language } from '#quiz/languages.ts'
import { type BankError, fail, quoted } from './bank-error.ts'
import { type LanguageBank, sentences } from './language-bank.ts'

/** Prepositions used in options. German “zu” is missing because notes quote it as the infinitive marker. */
const PREPOSITIONS: Partial<Record<Language, string>> = {
  english: 'about at by for from in into of off on out over through to up with without',
  spanish: 'a con de desde en entre hacia hasta para por según sin sobre tras',
  french: 'à de en dans par pour sur sous avec sans chez vers contre entre',
  german: 'an auf aus bei durch für gegen hinter in mit nach neben ohne über um unter von vor zwischen',
  italian: 'a di da in con su per tra fra',
}

/** German “dafür” and “worauf” count as their preposition. */
function prepositionIn(language: Language, word: string): string | undefined {
  const plain = word.toLowerCase()
  const known = PREPOSITIONS[language]?.split(' ') ?? []
  const inner = language === 'german' ? plain.replace(/^(?:da|wo)r?(?=[^r])/, '') : plain
  return [plain, inner].find((each) => known.includes(each))
}

/**
 * Rule 2: the note on a preposition quotes only this preposition or the key's. Others are leftovers from changing the
 * option or the note alone.
 */
export function prepositionNoteErrors(bank: LanguageBank): BankError[] {
  const { language } = bank
  return sentences(bank).flatMap(({ id, correct: [key = ''], incorrect, why }) =>
    incorrect.flatMap((option, index) => {
      const own = prepositionIn(language, option)
      if (!own) return []
      const words = [...(why[index] ?? '').matchAll(/“([^”\s]+)”/g)].map(([, word = '']) => word)
      const named = words.flatMap((word) => prepositionIn(language, word) ?? [])
      const strange = named.filter((each) => each !== own && each !== prepositionIn(language, key))
      if (strange.length === 0) return []
      return [fail(id, 2, `Note ${index + 1} is on “${option}” but mentions ${quoted(strange)}. Fix the note.`)]
    }),
  )
}
