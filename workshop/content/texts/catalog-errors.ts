import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import type { Catalog } from './catalogs.ts'
import { messageErrors } from './message.ts'

export type CheckedCatalog = {
  locale: Locale
  english: Catalog
  /** Undefined if the file doesn't exist. */
  texts: Catalog | undefined
  /** Keys of texts that are the same as in English on purpose. */
  kept: Record<string, string>
  /** Whether texts may still be missing. */
  isUnfinished: boolean
}

/** All errors in one part of one catalog, one line per text. */
export function catalogErrors({ locale, english, texts, kept, isUnfinished }: CheckedCatalog): string[] {
  if (texts === undefined) return isUnfinished ? [] : ['the file is missing']
  const missing = Object.keys(english).filter((key) => !(key in texts))
  const unknown = Object.keys(texts).filter((key) => !(key in english))
  const errors = [
    ...(isUnfinished ? [] : missing.map((key) => `${key}: it is missing`)),
    ...unknown.map((key) => `${key}: it is not in the English catalog`),
  ]
  for (const [key, text] of Object.entries(texts)) {
    const source = english[key]
    if (source === undefined) continue
    const found = messageErrors(source, text, locale)
    if (locale === 'fr' && /\S [:;?!»]|« /.test(text))
      found.push('it has a space that breaks before : ; ? ! » or after «')
    if (locale !== DEFAULT_LOCALE && text === source && !(key in kept)) found.push('it is the English text')
    if (locale !== DEFAULT_LOCALE && text !== source && key in kept)
      found.push('it is translated and listed as kept in English')
    if (found.length > 0) errors.push(`${key}: ${found.join('; ')}: “${text}”`)
  }
  return errors
}

type Picture = { key: string; words: Record<string, string>; japanese_kanji: string }

/**
 * Whether a description contains one of the words. A single Han character, kana, or syllable counts only as a separate
 * word.
 */
function names(description: string, word: string, locale: Locale): boolean {
  const [text, wanted] = [description.toLowerCase(), word.toLowerCase()]
  if (wanted.length > 2 || (wanted.length === 2 && /\P{ASCII}/u.test(wanted))) return text.includes(wanted)
  if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(wanted)) return false
  if (/\p{Script=Han}/u.test(wanted)) return text.includes(wanted)
  return [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)].some(
    ({ segment }) => segment === wanted,
  )
}

/** Picture descriptions that give the answer away in a tested language. */
export function tellingDescriptions(pictures: readonly Picture[], texts: Catalog, locale: Locale): string[] {
  return pictures.flatMap(({ key, words, japanese_kanji }) => {
    const description = texts[`picture.${key}`] ?? ''
    const named = [...Object.values(words), japanese_kanji].filter((word) => names(description, word, locale))
    return named.length > 0 ? [`picture.${key}: it names ${named.join(', ')}: “${description}”`] : []
  })
}
