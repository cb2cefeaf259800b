import { escapeHtml } from './escape-html.ts'

/** What a link to a page looks like in a message or a timeline. Addresses are whole. */
export type LinkPreview = {
  siteName: string
  title: string
  description: string
  address: string
  picture: { address: string; width: number; height: number; description: string }
}

/** The tags that link previews read (Open Graph protocol, Twitter cards), without a script; and that search engines keep away. */
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
