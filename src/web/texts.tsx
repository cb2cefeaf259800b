import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { createContext, type ReactNode, use } from 'react'
import type english from '../../data/texts/en.json'

/** The key of an interface text; every catalog has the keys of the English one. */
export type TextKey = keyof typeof english

export type Texts = (key: TextKey, values?: Record<string, string | number>) => string

const TextsContext = createContext<Texts>((key) => key)

/** The texts of one interface language. `messages` is a compiled catalog (vite.config.ts compiles data/texts). */
export function makeTexts(locale: string, messages: Messages): Texts {
  const i18n: I18n = setupI18n({ locale, messages: { [locale]: messages } })
  return (key, values) => i18n._(key, values)
}

export function TextsProvider({ texts, children }: { texts: Texts; children: ReactNode }) {
  return <TextsContext value={texts}>{children}</TextsContext>
}

export function useTexts(): Texts {
  return use(TextsContext)
}
