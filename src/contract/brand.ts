import type { LinkTemplates } from './deep-links.ts'
import type { Locale } from './locales.ts'

/** Scripts that a heading font can cover; pages in other scripts use the system font. */
export const FACE_SCRIPTS = ['latin', 'cyrillic', 'arabic'] as const
export type FaceScript = (typeof FACE_SCRIPTS)[number]

/** Facts about the operator for the legal pages. */
export type Legal = {
  /** Addresses of the operator's own pages, instead of the built-in ones. */
  terms?: string
  privacy?: string
  /** The responsible party, and the support address. */
  controller?: string
  contact?: string
  minimumAge: number
  /** The ISO 3166-1 code of the country with jurisdiction. */
  jurisdiction?: string
}

/** The default without a brand. */
export const BUILT_IN_LEGAL: Legal = { minimumAge: 16 }

/** The currency of teachers' prices, and its side of the number if that differs from the reader's language. */
export type Currency = { code: string; place?: 'before' | 'after' }

/** The default without a brand. */
export const BUILT_IN_CURRENCY: Currency = { code: 'USD' }

/** An operator's own look and texts, replacing the product's. */
export type Brand = {
  names: Record<Locale, string>
  home: string | undefined
  /** The address of the logo, shown next to the name and in browser tabs. */
  logo: string | undefined
  colorStyles: string | undefined
  /** The addresses of the heading fonts, by script. */
  face: { [Script in FaceScript]?: string } | undefined
  legal: Legal
  currency: Currency
  links?: LinkTemplates | undefined
}
