import { LOCALES } from '#contract/locales.ts'
import { escapeHtml } from './escape-html.ts'

/** Tells search engines the page's address in each interface language. `address` is the whole address without `hl`: the visitor's own language. */
export function alternateTags(address: string): string {
  const tag = (language: string, href: string) =>
    `<link rel="alternate" hreflang="${language}" href="${escapeHtml(href)}">\n`
  const addressIn = (locale: string) => {
    const url = new URL(address)
    url.searchParams.set('hl', locale)
    return url.href
  }
  return tag('x-default', address) + LOCALES.map((locale) => tag(locale, addressIn(locale))).join('')
}
