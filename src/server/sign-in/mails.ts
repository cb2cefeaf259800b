import { existsSync } from 'node:fs'
import { escapeHtml } from '#contract/html.ts'
import { catalogFile, DEFAULT_LOCALE, directionOf, type Locale } from '#contract/locales.ts'
import type english from '../../../data/texts/codes/en.json'
import { PALETTES, type Palette, type Palettes } from '../brand/colors.ts'
import type { BrandFolder } from '../brand/read-brand.ts'
import { ROOT, readJson } from '../files.ts'

/** The content of an email: HTML, and the same words as plain text. */
export type MailContent = {
  subject: string
  text: string
  html: string
  /** Attached pictures, because many programs block external ones. */
  attachments: { filename: string; cid: string; content: Buffer }[]
}

const catalogs = new Map<Locale, Record<string, string>>()

function read(part: 'codes' | 'quiz', locale: Locale): Record<string, string> {
  const file = catalogFile(part, locale)
  return existsSync(new URL(file, ROOT)) ? readJson(file) : {}
}

function catalogOf(locale: Locale): Record<string, string> {
  const cached = catalogs.get(locale)
  if (cached) return cached
  const name = read('quiz', locale)['site.name'] ?? read('quiz', DEFAULT_LOCALE)['site.name'] ?? ''
  const catalog = { ...read('codes', DEFAULT_LOCALE), ...read('codes', locale), name }
  catalogs.set(locale, catalog)
  return catalog
}

type CodeTextValues = { brand: Pick<BrandFolder, 'names'> | undefined; code?: string }

const nameOf = (locale: Locale, { brand }: CodeTextValues) => brand?.names[locale] ?? catalogOf(locale).name ?? ''

/** A text in the reader's language, else in English. `{code}` and `{name}` are the only placeholders in these texts. */
export function codeText(locale: Locale, key: keyof typeof english, values: CodeTextValues): string {
  const { code = '' } = values
  return (catalogOf(locale)[key] ?? key).replaceAll('{code}', code).replaceAll('{name}', nameOf(locale, values))
}

/** The page's fonts (web/ui/base.css). */
const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Helvetica Neue',Arial,sans-serif"

/** The page's colors by class. Email programs don't support custom properties. */
const COLORS: Record<string, (palette: Palette) => Record<string, string | undefined>> = {
  paper: ({ paper }) => ({ background: paper }),
  surface: ({ surface }) => ({ background: surface }),
  ink: ({ ink }) => ({ color: ink }),
  soft: (palette) => ({ color: palette['ink-soft'] }),
  solid: ({ accent }) => ({ background: accent }),
  bar: (palette) => ({ background: palette['on-accent'] }),
  wash: (palette) => ({ background: palette['accent-wash'], color: palette['accent-strong'] }),
}

const declarations = (name: string, palette: Palette, end: string) =>
  Object.entries(COLORS[name]?.(palette) ?? {})
    .map(([property, color]) => `${property}:${color}${end};`)
    .join('')

/** The dark theme as rules, and the light one inline as well, because some programs drop the style element. */
function inColors(html: string, { light, dark }: Palettes): string {
  const rules = Object.keys(COLORS).map((name) => `.${name}{${declarations(name, dark, '!important')}}`)
  return html
    .replace(/class="(\w+)" style="/g, (start, name) => `${start}${declarations(name, light, '')}`)
    .replace('</style>', `@media (prefers-color-scheme:dark){${rules.join('')}}</style>`)
}

/**
 * The mark: a bubble with three rising bars, made of table cells, because many programs block pictures until the reader
 * allows them.
 */
function mark(): string {
  const bars = [6, 11, 17].map(
    (height) =>
      `<td style="padding:0 2px;vertical-align:bottom"><div class="bar" style="width:4px;height:${height}px;border-radius:2px;font-size:0;line-height:0"></div></td>`,
  )
  return `<table role="presentation" dir="ltr" cellpadding="0" cellspacing="0"><tr><td align="center" class="solid" style="width:36px;height:34px;border-radius:18px 18px 18px 4px"><table role="presentation" cellpadding="0" cellspacing="0"><tr>${bars.join('')}</tr></table></td></tr></table>`
}

const paragraph = (text: string, look: 'ink' | 'soft', size: number) =>
  `<p class="${look}" style="margin:16px 0 0;font-size:${size}px;line-height:1.5">${escapeHtml(text)}</p>`

/**
 * The code in a bubble, with its sharp corner at the start of the line. Its digits run left to right in every script.
 */
const bubble = (code: string, start: 'left' | 'right') =>
  `<div style="margin:24px 0 8px"><span dir="ltr" class="wash" style="display:inline-block;padding:14px 18px 14px 26px;border-radius:24px 24px ${start === 'left' ? '24px 4px' : '4px 24px'};font-size:40px;font-weight:800;line-height:1.2;letter-spacing:8px;white-space:nowrap">${escapeHtml(code)}</span></div>`

const startOf = (locale: Locale) => (directionOf(locale) === 'rtl' ? 'right' : 'left')

/** The content id of the brand's logo. */
const LOGO = 'logo@brand'

type MailBrand = Pick<BrandFolder, 'names' | 'palettes' | 'png' | 'legal'>

/** One column on paper. Direction and language are repeated inside, because web mail drops html and body. */
function pageOf(locale: Locale, brand: MailBrand | undefined, title: string, content: string): string {
  const logo = brand?.png && `<img src="cid:${LOGO}" alt="" height="34" style="display:block;height:34px">`
  const sign = brand ? (logo ?? '') : mark()
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}</style></head>
<body class="paper" style="margin:0;padding:0">
<table role="presentation" lang="${locale}" dir="${directionOf(locale)}" width="100%" cellpadding="0" cellspacing="0" class="paper" style="font-family:${FONT}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:${startOf(locale)}">
<tr><td style="padding:0 8px 20px"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td>${sign}</td><td class="ink" style="padding:0 10px;font-size:17px;font-weight:700">${escapeHtml(nameOf(locale, { brand }))}</td></tr></table></td></tr>
<tr><td class="surface" style="padding:28px;border-radius:24px">
<h1 class="ink" style="margin:0;font-size:24px;font-weight:800;line-height:1.35">${title}</h1>
${content}
</td></tr>
<tr><td class="soft" style="padding:20px 8px 0;font-size:13px">${escapeHtml(brand?.legal.contact ?? '')}</td></tr>
</table>
</td></tr></table>
</body></html>`
}

/** An email with these paragraphs: HTML, and the same words as plain text. */
function mailOf(
  locale: Locale,
  brand: MailBrand | undefined,
  subject: string,
  parts: { text: string; html: string }[],
): MailContent {
  const signature = [nameOf(locale, { brand }), brand?.legal.contact].filter(Boolean).join('\n')
  const html = pageOf(locale, brand, escapeHtml(subject), parts.map((part) => part.html).join('\n'))
  return {
    subject,
    text: `${[...parts.map(({ text }) => text), `-- \n${signature}`].join('\n\n')}\n`,
    html: inColors(html, brand?.palettes ?? PALETTES),
    attachments: brand?.png ? [{ filename: 'logo.png', cid: LOGO, content: brand.png.content }] : [],
  }
}

const lineOf = (text: string, look: 'ink' | 'soft' = 'ink') => ({
  text,
  html: paragraph(text, look, look === 'ink' ? 17 : 15),
})

/** The email with a code. The subject omits it, because lock screens and mail server logs show subjects. */
export function codeMail(locale: Locale, code: string, brand?: MailBrand): MailContent {
  const say = (part: 'subject' | 'lead' | 'expires' | 'ignore') => codeText(locale, `code.mail.${part}`, { brand })
  return mailOf(locale, brand, say('subject'), [
    lineOf(say('lead')),
    { text: code, html: bubble(code, startOf(locale)) },
    lineOf(say('expires')),
    lineOf(say('ignore'), 'soft'),
  ])
}

/** Tells an address's owner that the provider of a new account lists that address. */
export function noticeMail(locale: Locale, brand?: MailBrand): MailContent {
  const say = (part: 'subject' | 'happened' | 'yours' | 'others') => codeText(locale, `notice.mail.${part}`, { brand })
  return mailOf(locale, brand, say('subject'), [lineOf(say('happened')), lineOf(say('yours')), lineOf(say('others'))])
}
