import type { Brand } from '#contract/brand.ts'
import type { Consent } from '#contract/consent.ts'
import { escapeHtml } from '#contract/html.ts'
import { type BrowserPart, type CatalogAddresses, directionOf, type Locale } from '#contract/locales.ts'
import { displayFaceFor, faceStyles } from './display-face.ts'
import { alternateTags, type LinkPreview, linkPreviewTags } from './head-tags.ts'

/** The URL of a page's script, and the modules it imports. */
export type ScriptAddresses = { src: string; preload: string[] }

export type DocumentParts = {
  locale: Locale
  title: string
  description: string
  /** The absolute address without `hl`, for indexable pages. */
  findableAt?: string
  /** The interface language requested by `hl`. */
  requestedLocale?: Locale | undefined
  /** JSON-LD for search engines. */
  structuredData?: object | undefined
  /** The content security policy allows only scripts and styles with this nonce. */
  nonce: string
  brand?: Brand | undefined
  /** The page background in each theme, for the browser's own bars. */
  paper: { light: string; dark: string }
  /** With the catalog parts that it needs immediately. */
  script: (ScriptAddresses & { texts: BrowserPart[] }) | null
  catalogs: CatalogAddresses
  /** Inlined. */
  styles: string
  body: string
  /** HTML above and below the body, outside the part that the page's script hydrates. */
  above: string
  below: string
  /** Whether analytics and the social SDK may be used, for scripts (browser/consent.ts). */
  consent?: Consent | undefined
  /** JSON for the page's script; never executed. */
  state?: unknown
  /** The address of the SDK of the app that shows the page (WeChat). */
  hostScript?: string | undefined
  /** The message shown if scripts don't run. */
  noscript?: string | undefined
  /** The message shown by browsers older than the minimum in package.json. */
  oldBrowser?: string | undefined
  /** A small script that must run before the body is painted. */
  earlyScript?: string | undefined
  /** The link preview of the page. Such a page is for people with its URL, not for search engines. */
  preview?: LinkPreview
}

/** JSON that's safe in a script element: `<`, `>`, `&`, and the line separators U+2028 and U+2029 are escaped. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * For browsers older than the minimum that package.json declares, in the JavaScript of 2009. It checks the newest
 * features that every supported browser has.
 */
const SAY_IF_OLD = `(function(){var c=window.CSS;if(!c||!c.supports||!c.supports("height","1dvh")||!c.supports("selector(:has(a))")||![].findLast||!Object.hasOwn||!window.structuredClone)document.getElementById("old").hidden=false})()`

/**
 * The first paint waits until the page is parsed. Otherwise, a slow phone paints half of the header, and the rest then
 * pushes it away (HTML, "expect" links).
 */
const EXPECT_PAGE = '<link rel="expect" href="#root" blocking="render">'

/** The HTML document around a rendered page. */
export function documentHtml({
  locale,
  title,
  description,
  findableAt,
  requestedLocale,
  structuredData,
  nonce,
  brand,
  paper,
  script,
  catalogs,
  styles,
  body,
  above,
  below,
  consent = 'declined',
  state,
  earlyScript,
  hostScript,
  noscript,
  oldBrowser,
  preview,
}: DocumentParts): string {
  const { src, preload, texts } = script ?? { src: '', preload: [], texts: [] }
  const preloads = [...preload, ...texts.map((part) => catalogs[part])]
    .map((href) => `<link rel="modulepreload" href="${href}">`)
    .join('')
  const guard = ` nonce="${nonce}"`
  const main = src ? `<script type="module" src="${src}"${guard}></script>` : ''
  const json = (id: string, value: unknown) =>
    value === undefined ? '' : `<script type="application/json" id="${id}"${guard}>${scriptJson(value)}</script>`
  const facts = structuredData
    ? `<script type="application/ld+json"${guard}>${scriptJson(structuredData)}</script>`
    : ''
  const data = json('state', state) + json('catalogs', texts.length > 0 ? catalogs : undefined)
  const host = hostScript ? `<script async src="${escapeHtml(hostScript)}"${guard}></script>` : ''
  const face = displayFaceFor(locale, brand?.face)
  const early = earlyScript ? `<script${guard}>${earlyScript}</script>` : ''
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}" data-consent="${consent}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
${preview ? linkPreviewTags(preview) : ''}${findableAt ? alternateTags(findableAt, requestedLocale) : ''}<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${paper.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${paper.dark}" media="(prefers-color-scheme: dark)">
${brand ? `<meta name="application-name" content="${escapeHtml(brand.names[locale])}">` : ''}${
  brand?.logo
    ? `<link rel="icon" href="${brand.logo}">`
    : `<link rel="icon" href="/static/icons/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/static/icons/apple-touch-icon.png">`
}
<link rel="manifest" href="/static/icons/site.webmanifest">
${EXPECT_PAGE}
${face ? `<link rel="preload" as="font" type="font/woff2" href="${face}" crossorigin>` : ''}
<style${guard}>${styles}${faceStyles(brand?.face)}${brand?.colorStyles ?? ''}</style>
${preloads}${main}${host}${facts}
</head>
<body>
${data}${early}
${above}<div id="root">${body}</div>${below}${
    noscript
      ? `
<noscript><p class="noscript">${escapeHtml(noscript)}</p></noscript>`
      : ''
  }${oldBrowser ? `<p class="noscript" id="old" hidden>${escapeHtml(oldBrowser)}</p><script${guard}>${SAY_IF_OLD}</script>` : ''}
</body>
</html>
`
}
