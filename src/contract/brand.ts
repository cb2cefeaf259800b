import type { Locale } from './locales.ts'

/** A marketplace's own looks and words, in place of the product's. */
export type Brand = {
  names: Record<Locale, string>
  home: string | undefined
  /** The addresses of pictures. */
  mark: string | undefined
  icon: string | undefined
}
