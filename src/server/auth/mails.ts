import { existsSync, readFileSync } from 'node:fs'
import { catalogFile, DEFAULT_LOCALE, directionOf, type Locale } from '#contract/locales.ts'
import type english from '../../../data/texts/codes/en.json'

/** What a mail says: HTML, and the same words as plain text. */
export type MailContent = { subject: string; text: string; html: string }

const ROOT = new URL('../../../', import.meta.url)
const catalogs = new Map<Locale, Record<string, string>>()

function read(part: 'codes' | 'quiz', locale: Locale): Record<string, string> {
  const file = new URL(catalogFile(part, locale), ROOT)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function catalogOf(locale: Locale): Record<string, string> {
  const found = catalogs.get(locale)
  if (found) return found
  const name = read('quiz', locale)['site.name'] ?? read('quiz', DEFAULT_LOCALE)['site.name'] ?? ''
  const catalog = { ...read('codes', DEFAULT_LOCALE), ...read('codes', locale), name }
  catalogs.set(locale, catalog)
  return catalog
}

/** A text in the reader's language, else in English. `{code}` is the only placeholder in these texts. */
export function codeText(locale: Locale, key: keyof typeof english, code = ''): string {
  return (catalogOf(locale)[key] ?? key).replaceAll('{code}', code)
}

const nameOf = (locale: Locale): string => catalogOf(locale).name ?? ''

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The page's fonts and colors (web/ui/base.css). Mail programs know no custom properties, and some drop the style element: light stands inline. */
const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Helvetica Neue',Arial,sans-serif"
const LIGHT = { paper: '#faf7f0', surface: '#ffffff', ink: '#1d2233', soft: '#50566a' } as const
const ACCENT = { solid: '#2c4bd8', on: '#ffffff', wash: '#e7ebfd', ink: '#2039ad' } as const
const DARK = `@media (prefers-color-scheme:dark){
.paper{background:#12151f!important}.surface{background:#1c2131!important}
.ink{color:#eef0f7!important}.soft{color:#aeb4c7!important}
.solid{background:#8ea2ff!important}.bar{background:#10142a!important}
.wash{background:#252d4d!important;color:#aebcff!important}}`

/** The mark: a bubble with three rising bars, made of cells, since many programs show no picture that they have not been allowed to. */
function mark(): string {
  const bars = [6, 11, 17].map(
    (height) =>
      `<td style="padding:0 2px;vertical-align:bottom"><div class="bar" style="width:4px;height:${height}px;border-radius:2px;background:${ACCENT.on};font-size:0;line-height:0"></div></td>`,
  )
  return `<table role="presentation" dir="ltr" cellpadding="0" cellspacing="0"><tr><td class="solid" style="width:36px;height:34px;border-radius:18px 18px 18px 4px;background:${ACCENT.solid}" align="center"><table role="presentation" cellpadding="0" cellspacing="0"><tr>${bars.join('')}</tr></table></td></tr></table>`
}

const paragraph = (text: string, look: 'ink' | 'soft', size: number) =>
  `<p class="${look}" style="margin:16px 0 0;color:${LIGHT[look]};font-size:${size}px;line-height:1.5">${escapeHtml(text)}</p>`

/** The code in a bubble, whose tight corner is where lines start. Its digits run from left to right in every script. */
const bubble = (code: string, start: 'left' | 'right') =>
  `<div style="margin:24px 0 8px"><span class="wash" dir="ltr" style="display:inline-block;padding:14px 18px 14px 26px;border-radius:24px 24px ${start === 'left' ? '24px 4px' : '4px 24px'};background:${ACCENT.wash};color:${ACCENT.ink};font-size:40px;font-weight:800;line-height:1.2;letter-spacing:8px;white-space:nowrap">${escapeHtml(code)}</span></div>`

const startOf = (locale: Locale) => (directionOf(locale) === 'rtl' ? 'right' : 'left')

/** One column on paper. Direction and language are repeated inside, since web mail drops html and body. */
function page(locale: Locale, name: string, title: string, content: string): string {
  const direction = directionOf(locale)
  return `<!doctype html>
<html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}
${DARK}</style></head>
<body class="paper" style="margin:0;padding:0;background:${LIGHT.paper}">
<table class="paper" role="presentation" lang="${locale}" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" style="background:${LIGHT.paper};font-family:${FONT}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:${startOf(locale)}">
<tr><td style="padding:0 8px 20px"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td>${mark()}</td><td class="ink" style="padding:0 10px;color:${LIGHT.ink};font-size:17px;font-weight:700">${escapeHtml(name)}</td></tr></table></td></tr>
<tr><td class="surface" style="padding:28px;border-radius:24px;background:${LIGHT.surface}">
<h1 class="ink" style="margin:0;color:${LIGHT.ink};font-size:24px;font-weight:800;line-height:1.35">${escapeHtml(title)}</h1>
${content}
</td></tr></table>
</td></tr></table>
</body></html>`
}

/** The mail with a code. Its subject goes without: lock screens and mail servers' logs show subjects. */
export function codeMail(locale: Locale, code: string, name = nameOf(locale)): MailContent {
  const subject = codeText(locale, 'code.mail.subject')
  const [lead, expires, ignore] = (['lead', 'expires', 'ignore'] as const).map((part) =>
    codeText(locale, `code.mail.${part}`),
  ) as [string, string, string]
  return {
    subject,
    text: `${lead}\n\n${code}\n\n${expires}\n\n${ignore}\n\n-- \n${name}\n`,
    html: page(
      locale,
      name,
      subject,
      [
        paragraph(lead, 'ink', 17),
        bubble(code, startOf(locale)),
        paragraph(expires, 'ink', 17),
        paragraph(ignore, 'soft', 15),
      ].join('\n'),
    ),
  }
}

/** Tells the owner of an address that a new account's provider lists it. */
export function noticeMail(locale: Locale, name = nameOf(locale)): MailContent {
  const subject = codeText(locale, 'notice.mail.subject')
  const parts = (['happened', 'yours', 'others'] as const).map((part) => codeText(locale, `notice.mail.${part}`))
  return {
    subject,
    text: `${parts.join('\n\n')}\n\n-- \n${name}\n`,
    html: page(locale, name, subject, parts.map((part) => paragraph(part, 'ink', 17)).join('\n')),
  }
}
