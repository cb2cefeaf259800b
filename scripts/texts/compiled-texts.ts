import { readFileSync } from 'node:fs'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { LANGUAGES } from '../../src/quiz/languages.ts'
import { LANGUAGE_TAGS } from '../../src/web/language-tags.ts'

type Catalog = Record<string, string>

/** `language.{name}` of every tested language, by Intl. Generated at build time, so that server and browser agree. */
export function languageNames(locale: string): Catalog {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  const nameOf = (tag: string) => names.of(new Intl.Locale(tag).language) ?? tag
  return Object.fromEntries(LANGUAGES.map((language) => [`language.${language}`, nameOf(LANGUAGE_TAGS[language])]))
}

const read = (file: string): Catalog => JSON.parse(readFileSync(file, 'utf8'))

/** Compiles the ICU messages of a catalog, so that the browser needs no parser for them. Untranslated texts fall back to English. */
export function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    transform(code, id) {
      const [, folder, part, locale = ''] = id.match(/^(.*\/data\/texts\/(?:(\w+)\/)?)([\w-]+)\.json$/) ?? []
      if (folder === undefined) return
      const english = `${folder}en.json`
      this.addWatchFile(english)
      const source: Catalog = {
        ...(part === undefined ? languageNames(locale) : {}),
        ...read(english),
        ...JSON.parse(code),
      }
      const compiled = Object.fromEntries(Object.entries(source).map(([key, text]) => [key, compileMessage(text)]))
      return { code: JSON.stringify(compiled), map: null }
    },
  }
}
