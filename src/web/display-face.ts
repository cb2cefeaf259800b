import type { Brand, FaceScript } from '#contract/brand.ts'
import type { Locale } from '#contract/locales.ts'

type Face = NonNullable<Brand['face']>

/** The product's own heading font. */
const OWN: Face = {
  latin: '/static/fonts/geologica-latin-5.3.0.woff2',
  cyrillic: '/static/fonts/geologica-cyrillic-5.3.0.woff2',
}

const RANGES = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  arabic: 'U+0600-06FF,U+0750-077F,U+FB50-FDFF,U+FE70-FEFC',
} satisfies Record<FaceScript, string>

/** `optional`: a font that misses the first paint isn't used, so text neither shifts nor waits. */
const styleOf = (family: string, face: Face) =>
  (Object.keys(RANGES) as FaceScript[])
    .flatMap((script) =>
      face[script]
        ? [
            `@font-face{font-family:${family};src:url(${face[script]}) format("woff2");font-weight:100 900;font-display:optional;unicode-range:${RANGES[script]}}`,
          ]
        : [],
    )
    .join('')

const OWN_STYLE = styleOf('Geologica', OWN)

/** The styles of the heading font; they must follow base.css. */
export function faceStyles(face: Brand['face']): string {
  if (!face) return OWN_STYLE
  const arabic = face.arabic ? `:lang(ar){--display:Brand,var(--font)}` : ''
  return `${styleOf('Brand', face)}:root{--display:Brand,var(--font)}${arabic}`
}

/**
 * The heading font file to preload for a page in this language. Chinese, Japanese, and Korean pages use the system
 * font.
 */
export function displayFaceFor(locale: Locale, face: Brand['face']): string | undefined {
  if (/^(ja|ko|zh)/.test(locale)) return undefined
  return (face ?? OWN)[locale === 'ar' ? 'arabic' : locale === 'ru' ? 'cyrillic' : 'latin']
}
