import { readFileSync } from 'node:fs'
import type { Locale } from '#contract/locales.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'

/** The interface languages in which nobody is tested. */
type UntestedLocale = 'pt' | 'ru' | 'zh-TW' | 'ar'

type PictureKey = {
  key: string
  /** Japanese in kana. */
  words: Record<Language, string>
  japanese_kanji: string
  meanings: Record<UntestedLocale, string>
}

const read = (file: string) => JSON.parse(readFileSync(new URL(`../../../data/${file}`, import.meta.url), 'utf8'))

const KEYS: readonly PictureKey[] = read('picture-keys.json')
const PINYIN: Record<string, string> = read('pinyin.json')

const wordKey = (language: Language, word: string) => `${language} ${word}`

/** The picture of each word of each language. */
const byWord = new Map(
  KEYS.flatMap((entry) => [
    ...LANGUAGES.map((language) => [wordKey(language, entry.words[language]), entry] as const),
    [wordKey('japanese', entry.japanese_kanji), entry] as const,
  ]),
)

const MEANINGS: Record<Locale, (entry: PictureKey) => string> = {
  en: ({ words }) => words.english,
  es: ({ words }) => words.spanish,
  fr: ({ words }) => words.french,
  de: ({ words }) => words.german,
  it: ({ words }) => words.italian,
  ja: ({ japanese_kanji: kanji }) => kanji,
  ko: ({ words }) => words.korean,
  'zh-CN': ({ words }) => words.chinese,
  'zh-TW': ({ meanings }) => meanings['zh-TW'],
  pt: ({ meanings }) => meanings.pt,
  ru: ({ meanings }) => meanings.ru,
  ar: ({ meanings }) => meanings.ar,
}

/** The interface languages whose readers are tested in their own language. */
export const OWN_LOCALES: Record<Language, readonly Locale[]> = {
  english: ['en'],
  spanish: ['es'],
  french: ['fr'],
  german: ['de'],
  japanese: ['ja'],
  korean: ['ko'],
  chinese: ['zh-CN', 'zh-TW'],
  italian: ['it'],
}

/** How a picture's word is read, where its script does not tell; else ''. */
export function pictureReading(language: Language, word: string): string {
  const entry = byWord.get(wordKey(language, word))
  if (language === 'chinese') return PINYIN[entry?.key ?? ''] ?? ''
  const kana = entry?.words.japanese ?? ''
  return language === 'japanese' && word !== kana ? kana : ''
}

/** What a picture's word means in the interface language; '' for readers of the tested language. */
export function pictureMeaning(language: Language, word: string, locale: Locale): string {
  const entry = byWord.get(wordKey(language, word))
  return entry && !OWN_LOCALES[language].includes(locale) ? MEANINGS[locale](entry) : ''
}
