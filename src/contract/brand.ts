import type { LinkTemplates } from './deep-links.ts'
import type { Locale } from './locales.ts'

/** The scripts that a face of headings can have; pages in other scripts use the system's. */
export const FACE_SCRIPTS = ['latin', 'cyrillic', 'arabic'] as const
export type FaceScript = (typeof FACE_SCRIPTS)[number]

/** What legal pages need to know of who runs the site. */
export type Legal = {
  /** The addresses of own pages in place of the built-in ones. */
  terms?: string
  privacy?: string
  /** Who is responsible, and the address for support. */
  controller?: string
  contact?: string
  minimumAge: number
  /** The country whose law applies, as ISO 3166-1 names it. */
  jurisdiction?: string
}

/** Where no brand says otherwise. */
export const BUILT_IN_LEGAL: Legal = { minimumAge: 16 }

/**
 * The currency of teachers' prices, and on which side of the number it stands if not where the reader's language has
 * it.
 */
export type Currency = { code: string; place?: 'before' | 'after' }

/** Where no brand says otherwise. */
export const BUILT_IN_CURRENCY: Currency = { code: 'USD' }

/** An operator's own looks and words, in place of the product's. */
export type Brand = {
  names: Record<Locale, string>
  home: string | undefined
  /** The address of a picture, next to the name and in browser tabs. */
  logo: string | undefined
  colorStyles: string | undefined
  /** The addresses of the fonts of headings, by script. */
  face: { [Script in FaceScript]?: string } | undefined
  legal: Legal
  currency: Currency
  links?: LinkTemplates | undefined
}
