import { escapeHtml } from '#contract/html.ts'
import { addressInLocale, LOCALES, type Locale } from '#contract/locales.ts'

/**
 * The address under which search engines index a page, regardless of other query parameters. `address` is absolute and
 * has no `hl`.
 */
export function canonicalAddress(address: string, requestedLocale: Locale | undefined): string {
  return requestedLocale ? addressInLocale(address, requestedLocale) : address
}

/**
 * The canonical link, and one per interface language. `address` is absolute and has no `hl`; it leads to the visitor's
 * own language.
 */
export function alternateTags(address: string, requestedLocale: Locale | undefined): string {
  const tag = (language: string, href: string) =>
    `<link rel="alternate" hreflang="${language}" href="${escapeHtml(href)}">\n`
  return [
    `<link rel="canonical" href="${escapeHtml(canonicalAddress(address, requestedLocale))}">\n`,
    tag('x-default', address),
    ...LOCALES.map((locale) => tag(locale, addressInLocale(address, locale))),
  ].join('')
}

/** The preview of a link in a message or a timeline. Addresses are absolute. */
export type LinkPreview = {
  siteName: string
  title: string
  description: string
  address: string
  picture: { address: string; width: number; height: number; description: string }
}

/** Tags for link previews (Open Graph, Twitter cards). A page with a preview isn't indexed. */
export function linkPreviewTags({ siteName, title, description, address, picture }: LinkPreview): string {
  const openGraph = {
    'og:type': 'website',
    'og:site_name': siteName,
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': picture.address,
    'og:image:type': 'image/png',
    'og:image:width': String(picture.width),
    'og:image:height': String(picture.height),
    'og:image:alt': picture.description,
  }
  const twitter = {
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': picture.address,
    'twitter:image:alt': picture.description,
  }
  const tag =
    (attribute: string) =>
    ([name, content]: [string, string]) =>
      `<meta ${attribute}="${name}" content="${escapeHtml(content)}">\n`
  return [
    '<meta name="robots" content="noindex">\n',
    `<link rel="canonical" href="${escapeHtml(address)}">\n`,
    ...Object.entries(openGraph).map(tag('property')),
    ...Object.entries(twitter).map(tag('name')),
  ].join('')
}
