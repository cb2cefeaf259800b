import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { createContext, type ReactNode, use } from 'react'
import type account from '../../data/texts/account/en.json'
import type english from '../../data/texts/en.json'
import type legal from '../../data/texts/legal/en.json'
import type marketplace from '../../data/texts/marketplace/en.json'
import type pictures from '../../data/texts/pictures/en.json'
import type report from '../../data/texts/report/en.json'

/** The key of an interface text; every catalog has the keys of the English one. */
export type TextKey =
  | keyof typeof english
  | keyof typeof account
  | keyof typeof legal
  | keyof typeof marketplace
  | keyof typeof pictures
  | keyof typeof report

export type Texts = {
  (key: TextKey, values?: Record<string, string | number>): string
  locale: string
  /** Adds a part of the catalog that came later. */
  add: (messages: Messages) => void
}

const TextsContext = createContext<Texts>(makeTexts('en', {}))

/** The texts of one interface language. `messages` is a compiled catalog (vite.config.ts compiles data/texts). */
export function makeTexts(locale: string, messages: Messages): Texts {
  const i18n: I18n = setupI18n({ locale, messages: { [locale]: messages } })
  return Object.assign((key: TextKey, values?: Record<string, string | number>) => i18n._(key, values), {
    locale,
    add: (more: Messages) => i18n.load(locale, more),
  })
}

export function TextsProvider({ texts, children }: { texts: Texts; children: ReactNode }) {
  return <TextsContext value={texts}>{children}</TextsContext>
}

export function useTexts(): Texts {
  return use(TextsContext)
}
