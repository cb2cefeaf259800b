import { existsSync } from 'node:fs'
import type { Language } from '#quiz/languages.ts'
import { ROOT, readJson } from '../files.ts'

/** A text in parts, each with its reading: kana over kanji, pinyin over hanzi, '' if not needed. */
export type Ruby = [base: string, reading: string][]

/** The readings for a tested language: each text of the bank, mapped to its markup, such as `{学校|がっこう}へ`. */
export type RubyFile = Readonly<Record<string, string>>

/** The file of a language's readings, relative to the repository. */
export function rubyFile(language: Language): string {
  return `data/ruby/${language}.json`
}

/** The readings of a language; empty for languages with a phonetic script. */
export function readRuby(language: Language): RubyFile {
  const file = rubyFile(language)
  return existsSync(new URL(file, ROOT)) ? readJson(file) : {}
}

const PART = /\{([^|{}]+)\|([^|{}]+)\}|([^{}|]+)/gu

/** The parts of a marked-up text. */
export function parseRuby(marked: string): Ruby {
  return [...marked.matchAll(PART)].map(([, base, reading = '', plain = '']): Ruby[number] =>
    base === undefined ? [plain, ''] : [base, reading],
  )
}

/** The text without its readings. */
export function rubyBase(ruby: Ruby): string {
  return ruby.map(([base]) => base).join('')
}

/** The pronunciation of a text. */
export function spokenRuby(ruby: Ruby): string {
  return ruby.map(([base, reading]) => reading || base).join('')
}

const files = new Map<Language, RubyFile>()

/** The texts that have readings. The file is loaded when a review first needs it. */
export function rubyOf(language: Language, texts: readonly string[]): Record<string, Ruby> {
  const file = files.get(language) ?? readRuby(language)
  files.set(language, file)
  return Object.fromEntries(
    texts.flatMap((text) => {
      const marked = file[text]
      return marked === undefined ? [] : [[text, parseRuby(marked)]]
    }),
  )
}
