import type { Locale } from './locales.ts'

/** The scripts that a face of headings can have; pages in other scripts use the system's. */
export const FACE_SCRIPTS = ['latin', 'cyrillic', 'arabic'] as const
export type FaceScript = (typeof FACE_SCRIPTS)[number]

/** A marketplace's own looks and words, in place of the product's. */
export type Brand = {
  names: Record<Locale, string>
  home: string | undefined
  /** The addresses of pictures. */
  mark: string | undefined
  icon: string | undefined
  colors: { styles: string; paper: { light: string; dark: string } } | undefined
  /** The addresses of the icons of sign-in providers that the settings add, by their ids. */
  signInIcons?: Readonly<Record<string, string>> | undefined
  /** The addresses of the fonts of headings, by script. */
  face: { [Script in FaceScript]?: string } | undefined
}
