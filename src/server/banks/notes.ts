import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import type { LocalText } from '#contract/review.ts'
import type { Item } from '#quiz/bank.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { ROOT, readJson } from '../files.ts'
import { isOwn } from './picture-words.ts'

/**
 * Notes in one interface language about a tested language's items and points, by key: the version of the translated
 * source, and the translation.
 */
export type Notes = Readonly<Record<string, readonly [version: string, text: string]>>

/** The file of a tested language's notes in an interface language, relative to the repository. */
export function notesFile(language: Language, locale: Locale): string {
  return `data/notes/${language}/${locale}.json`
}

/** The version of a source. A translation of another version isn't shown. */
export function sourceVersion(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 8)
}

/** The keys in a file of notes. */
export const noteKeys = {
  /** Why the option at this index is wrong; its source is the item's English note. */
  why: ({ id }: Pick<Item, 'id'>, index: number) => `${id}.${index}`,
  /** Why the key is right; its source is the item's English note. */
  whyRight: ({ id }: Pick<Item, 'id'>) => `${id}.right`,
  /** The meaning of the sentence, translated from the solved sentence. */
  translation: ({ id }: Pick<Item, 'id'>) => `${id}.translation`,
  /** The meaning of the word to learn in its sentence, translated from `wordInSentence`. */
  meaning: ({ id }: Pick<Item, 'id'>) => `${id}.meaning`,
  /** The name of a point; its source is the English name in data/points. */
  point: ({ image, level, point }: Pick<Item, 'image' | 'level' | 'point'>) => `${image ? 'picture' : level}.${point}`,
}

type Sentence = Pick<Item, 'question' | 'correct' | 'word'>

/** The sentence with its key. */
export function solvedSentence({ question, correct }: Sentence): string {
  return question.replace('____', correct.join(', '))
}

/** The word to learn and its sentence, which together determine its meaning. */
export function wordInSentence(item: Sentence): string {
  return [...(item.word ? [item.word] : []), solvedSentence(item)].join('\n')
}

type Names = Record<string, Record<string, string>>

const points = new Map(LANGUAGES.map((language) => [language, readJson<Names>(`data/points/${language}.json`)]))

/** The name of an item's point (English, data/points). */
export function pointName(
  language: Language,
  { image, level, point }: Pick<Item, 'image' | 'level' | 'point'>,
): string {
  return points.get(language)?.[image ? 'picture' : level]?.[point] ?? ''
}

/** The notes for a tested language in an interface language; empty if there are none. */
export function readNotes(language: Language, locale: Locale): Notes {
  const file = notesFile(language, locale)
  return existsSync(new URL(file, ROOT)) ? readJson(file) : {}
}

const notesByFile = new Map<string, Notes>()

/** Loads a file when a review first needs it. */
function notesOf(language: Language, locale: Locale): Notes {
  const file = notesFile(language, locale)
  const notes = notesByFile.get(file) ?? readNotes(language, locale)
  notesByFile.set(file, notes)
  return notes
}

function translationOf(language: Language, locale: Locale, key: string, source: string): string | undefined {
  const [version, text] = notesOf(language, locale)[key] ?? []
  return version === sourceVersion(source) ? text : undefined
}

/** A text in the interface language, or in English if this version hasn't been translated. */
export function inLocale(language: Language, locale: Locale, key: string, english: string): LocalText {
  const text = locale === DEFAULT_LOCALE ? undefined : translationOf(language, locale, key, english)
  return text === undefined ? { lang: DEFAULT_LOCALE, text: english } : { lang: locale, text }
}

/** The meaning of an item's word in its sentence, in the interface language; '' if unknown. */
export function meaningOf(language: Language, locale: Locale, item: Item): string {
  return translationOf(language, locale, noteKeys.meaning(item), wordInSentence(item)) ?? ''
}

/**
 * The meaning of the solved sentence, in the interface language, or in English if untranslated; null for readers of the
 * tested language.
 */
export function sentenceIn(language: Language, locale: Locale, item: Item): LocalText | null {
  if (isOwn(language, locale)) return null
  for (const lang of [locale, DEFAULT_LOCALE]) {
    const text = translationOf(language, lang, noteKeys.translation(item), solvedSentence(item))
    if (text !== undefined) return { lang, text }
  }
  return null
}
