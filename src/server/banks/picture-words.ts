import { LOCALES, type Locale } from '#contract/locales.ts'
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '#quiz/languages.ts'
import { readJson } from '../files.ts'

type PictureKey = {
  key: string
  /** Japanese in kana. */
  words: Record<Language, string>
  japanese_kanji: string
  /** For the interface languages that aren't tested. */
  meanings: Partial<Record<Locale, string>>
}

const KEYS = readJson<readonly PictureKey[]>('data/picture-keys.json')
const PINYIN = readJson<Record<string, string>>('data/pinyin.json')

const wordKey = (language: Language, word: string) => `${language} ${word}`

/** The picture of each word of each language. */
const byWord = new Map(
  KEYS.flatMap((entry) => [
    ...LANGUAGES.map((language) => [wordKey(language, entry.words[language]), entry] as const),
    [wordKey('japanese', entry.japanese_kanji), entry] as const,
  ]),
)

const languageOf = (tag: string) => new Intl.Locale(tag).language

/** The tested language that corresponds to an interface language, if any. */
const testedIn = new Map(
  LOCALES.map((locale) => [
    locale,
    LANGUAGES.find((tested) => languageOf(LANGUAGE_TAGS[tested]) === languageOf(locale)),
  ]),
)

/** Whether the interface language is the tested language. */
export function isOwn(language: Language, locale: Locale): boolean {
  return testedIn.get(locale) === language
}

/** The picture's word in an interface language: its own translation, or the word in the tested language. */
function wordIn(locale: Locale, { words, meanings, japanese_kanji: kanji }: PictureKey): string {
  if (locale === 'ja') return kanji
  const tested = testedIn.get(locale)
  return meanings[locale] ?? (tested && words[tested]) ?? ''
}

/** The reading of a picture's word if its script doesn't show it, else ''. */
export function pictureReading(language: Language, word: string): string {
  const entry = byWord.get(wordKey(language, word))
  if (language === 'chinese') return PINYIN[entry?.key ?? ''] ?? ''
  const kana = entry?.words.japanese ?? ''
  return language === 'japanese' && word !== kana ? kana : ''
}

/** The meaning of a picture's word in the interface language; '' for readers of the tested language. */
export function pictureMeaning(language: Language, word: string, locale: Locale): string {
  const entry = byWord.get(wordKey(language, word))
  return entry && !isOwn(language, locale) ? wordIn(locale, entry) : ''
}
