import { readFileSync } from 'node:fs'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { FORMS_FILE, languageNames, writeOutForms } from '../content/texts/language-forms.ts'

type Catalog = Record<string, string>

const read = (file: string): Catalog => JSON.parse(readFileSync(file, 'utf8'))

const writtenOut = (locale: string, catalog: Catalog): Catalog =>
  Object.fromEntries(Object.entries(catalog).map(([key, text]) => [key, writeOutForms(locale, text)]))

/**
 * Compiles a catalog's ICU messages, so the browser needs no parser for them. Untranslated texts fall back to English.
 */
export function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    transform(code, id) {
      const [, folder, part, locale = ''] = id.match(/^(.*\/data\/texts\/(?:(\w+)\/)?)([\w-]+)\.json$/) ?? []
      if (folder === undefined) return
      const english = `${folder}en.json`
      this.addWatchFile(english)
      this.addWatchFile(FORMS_FILE)
      const source: Catalog = {
        ...(part === undefined ? languageNames(locale) : {}),
        ...writtenOut('en', read(english)),
        ...writtenOut(locale, JSON.parse(code)),
      }
      const compiled = Object.fromEntries(Object.entries(source).map(([key, text]) => [key, compileMessage(text)]))
      return { code: JSON.stringify(compiled), map: null }
    },
  }
}
