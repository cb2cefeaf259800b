import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { createContext, type ReactNode, use } from 'react'
import { directionOf } from '#contract/locales.ts'
import { isLanguage, type Language } from '#quiz/languages.ts'

/** The English catalogs, which define the keys: one line per part. */
type English = typeof import('../../data/texts/en.json') &
  typeof import('../../data/texts/accessibility/en.json') &
  typeof import('../../data/texts/account/en.json') &
  typeof import('../../data/texts/embedded/en.json') &
  typeof import('../../data/texts/how/en.json') &
  typeof import('../../data/texts/legal/en.json') &
  typeof import('../../data/texts/marketplace/en.json') &
  typeof import('../../data/texts/pictures/en.json') &
  typeof import('../../data/texts/report/en.json') &
  typeof import('../../data/texts/review/en.json') &
  typeof import('../../data/texts/search/en.json') &
  typeof import('../../data/texts/share/en.json')

/** The key of an interface text. */
export type TextKey = Exclude<keyof English, 'default'> | `language.${Language}`

export type Texts = {
  /**
   * The text with its placeholders filled in. A tested language in the value `language` is replaced with its name and
   * also passed as `languageKey`, so translations can inflect it: `{languageKey, select, english {…} other {…}}`.
   */
  (key: TextKey, values?: Record<string, string | number>): string
  /** Whether the catalog has the key. */
  has: (key: string) => boolean
  /** The BCP 47 tag for Intl. Digits are always 0 to 9, as in codes, levels, and question numbers. */
  locale: string
  /** Adds a part of the catalog that was loaded later. */
  add: (messages: Messages) => void
}

const TextsContext = createContext<Texts>(makeTexts('en', {}))

/**
 * Wraps a value that may run against the direction of the surrounding text, such as a level, a phone number, or a name,
 * in isolates (Unicode Bidirectional Algorithm, 2.4).
 */
function isolated(value: string | number, isRightToLeft: boolean): string | number {
  const isForeign = isRightToLeft ? /[^\p{Script=Arabic}\s]/u : /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
  return typeof value === 'string' && isForeign.test(value) ? `\u2068${value}\u2069` : value
}

/** The texts of one interface language. `messages` is a compiled catalog (workshop/build/compiled-texts.ts). */
export function makeTexts(locale: string, messages: Messages): Texts {
  const tag = `${locale}-u-nu-latn`
  const i18n: I18n = setupI18n({
    locale,
    locales: tag,
    messages: { [locale]: messages },
    missing: (_, key) => {
      if (import.meta.env.DEV) console.error(`Missing text "${key}" in ${locale}`)
      return key
    },
  })
  const t = (key: TextKey, values: Record<string, string | number> = {}): string => {
    const entries = Object.entries(values).map(([name, value]) => [
      name,
      isolated(value, directionOf(locale) === 'rtl'),
    ])
    const { language } = values
    if (isLanguage(language)) entries.push(['language', i18n._(`language.${language}`)], ['languageKey', language])
    return i18n._(key, Object.fromEntries(entries))
  }
  return Object.assign(t, {
    locale: tag,
    has: (key: string) => key in i18n.messages,
    add: (more: Messages) => i18n.load(locale, more),
  })
}

export function TextsProvider({ texts, children }: { texts: Texts; children: ReactNode }) {
  return <TextsContext value={texts}>{children}</TextsContext>
}

export function useTexts(): Texts {
  return use(TextsContext)
}
