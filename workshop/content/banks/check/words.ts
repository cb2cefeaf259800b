import type { Language } from '#quiz/languages.ts'

/** Whether a language is written in Latin letters. */
export function isLatin(language: Language): boolean {
  return !['japanese', 'korean', 'chinese'].includes(language)
}

/** Whether a language is written without spaces, so length is counted in characters. */
export function isUnspaced(language: Language): boolean {
  return language === 'japanese' || language === 'chinese'
}

/** The words of a text in lower case, split at apostrophes. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** Removes accents from a text. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

/** Normalizes a text for comparison: one width, no outer spaces, lower case. */
export function sameForm(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}

/** The letters and digits of a text, without spaces and marks. */
export function lettersOf(text: string): string {
  return wordsOf(text.normalize('NFKC')).join('')
}

/** All runs of `size` characters in a text. */
export function runsOf(text: string, size: number): Set<string> {
  const characters = [...text]
  return new Set(
    characters.flatMap((_, at) => (at + size <= characters.length ? [characters.slice(at, at + size).join('')] : [])),
  )
}
