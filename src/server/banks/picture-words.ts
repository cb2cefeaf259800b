import { readFileSync } from 'node:fs'
import type { Locale } from '#contract/locales.ts'
import type { Language } from '#quiz/languages.ts'

type PictureKey = { key: string; words: Record<Language, string>; japanese_kanji: string }

const read = (file: string) => JSON.parse(readFileSync(new URL(`../../../data/${file}`, import.meta.url), 'utf8'))

const KEYS = new Map((read('picture-keys.json') as PictureKey[]).map((entry) => [entry.key, entry]))
const PINYIN: Record<string, string> = read('pinyin.json')

/** The interface languages that are tested too, so that the pictures' words are there. */
const TESTED: Partial<Record<Locale, Language>> = {
  en: 'english',
  es: 'spanish',
  fr: 'french',
  de: 'german',
  it: 'italian',
  ja: 'japanese',
  ko: 'korean',
  'zh-CN': 'chinese',
  'zh-TW': 'chinese',
}

/** What a learner wants to know of a picture's word: how it is read where the script does not tell, and what it means. */
export function pictureWord(language: Language, key: string, word: string, locale: Locale) {
  const entry = KEYS.get(key)
  const kana = entry?.words.japanese ?? ''
  const readings: Partial<Record<Language, string>> = {
    japanese: word === kana ? '' : kana,
    chinese: PINYIN[key] ?? '',
  }
  const own = TESTED[locale]
  return { reading: readings[language] ?? '', meaning: own && own !== language ? (entry?.words[own] ?? '') : '' }
}
