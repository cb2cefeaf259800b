import { addressInLocale, LOCALES, type Locale } from '#contract/locales.ts'
import { escapeHtml } from './escape-html.ts'

/** The one address under which search engines know a page, whatever else its query holds. `address` is whole and without `hl`. */
export function canonicalAddress(address: string, askedLocale: Locale | undefined): string {
  return askedLocale ? addressInLocale(address, askedLocale) : address
}

/**
 * Tells search engines the page's own address, and that in each interface language. `address` is the whole address without `hl`: the visitor's own
 * language.
 */
export function alternateTags(address: string, askedLocale: Locale | undefined): string {
  const tag = (language: string, href: string) =>
    `<link rel="alternate" hreflang="${language}" href="${escapeHtml(href)}">\n`
  return [
    `<link rel="canonical" href="${escapeHtml(canonicalAddress(address, askedLocale))}">\n`,
    tag('x-default', address),
    ...LOCALES.map((locale) => tag(locale, addressInLocale(address, locale))),
  ].join('')
}
