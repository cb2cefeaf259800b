import { readdirSync, readFileSync } from 'node:fs'
import type { Item, ListLevel } from '#quiz/bank.ts'
import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { ROOT } from '#server/files.ts'
import { isWellFormed } from './item-form.ts'

/** One entry of data/picture-keys.json, with the fields that the checks use. */
export type PictureKey = {
  key: string
  level: Level
  field: string
  /** The background color. */
  ground: string
  /** Japanese is in kana. */
  words: Record<Language, string>
  japanese_kanji: string
  /** All four words of its Japanese item are in kanji. */
  japanese_script?: 'kanji'
  distractors: string[]
  /** What a published list says about each language's word; a complete bank has all of them. */
  anchors: Partial<Record<Language, ListLevel>>
}

/** The names of the blueprint cells: by level for sentences, by field (under `picture`) for pictures. */
export type Points = Record<string, Record<string, string>>

/** Everything that the rules for one language inspect. */
export type LanguageBank = {
  language: Language
  /** The raw entries of the file, well formed or not. */
  entries: readonly unknown[]
  /** The well-formed items; only the `form` rule checks the others. */
  items: readonly Item[]
  points: Points
  pictureKeys: readonly PictureKey[]
}

/** The blank of a stem. */
export const BLANK = '____'

export const PICTURE_FOLDER = 'public/image/languageassessment'

/** The file of a language's bank, relative to the repository. */
export function bankFile(language: Language): string {
  return `data/banks/${language}.json`
}

/** The file of a language's blueprint names, relative to the repository. */
export function pointsFile(language: Language): string {
  return `data/points/${language}.json`
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'))
  } catch (error) {
    throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** Assembles a bank from its parts. */
export function languageBank(
  language: Language,
  entries: readonly unknown[],
  points: Points,
  pictureKeys: readonly PictureKey[],
): LanguageBank {
  return { language, entries, items: entries.filter(isWellFormed), points, pictureKeys }
}

/**
 * Reads the bank of a language with its related files.
 * @throws Error if a file is missing or isn't JSON
 */
export function readLanguageBank(language: Language): LanguageBank {
  const entries = readJson(bankFile(language))
  if (!Array.isArray(entries)) throw new Error(`${bankFile(language)} is not a list of items.`)
  return languageBank(language, entries, readJson(pointsFile(language)) as Points, readPictureKeys())
}

/** The picture keys with their words in all languages. */
export function readPictureKeys(): PictureKey[] {
  return readJson('data/picture-keys.json') as PictureKey[]
}

/** The names of the files in the folder of the pictures. */
export function readPictureFiles(): string[] {
  return readdirSync(new URL(`${PICTURE_FOLDER}/`, ROOT))
}

/** The items that are sentences. */
export function sentences(bank: LanguageBank): Item[] {
  return bank.items.filter((item) => item.question !== '')
}

/** The key and the three distractors, the key first. */
export function optionsOf(item: Item): string[] {
  return [...item.correct, ...item.incorrect]
}

/** The stem and the options, which a visitor reads in the tested language. */
export function textsOf(item: Item): string[] {
  return [...(item.question ? [item.question] : []), ...optionsOf(item)]
}
