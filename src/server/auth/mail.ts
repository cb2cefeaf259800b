import { createTransport } from 'nodemailer'
import { directionOf, type Locale } from '#contract/locales.ts'
import { codeText } from './code-texts.ts'
import type { CodeMessage } from './sender.ts'

const TIMEOUT_MS = 10_000

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function htmlOf(locale: Locale, lines: { lead: string; code: string; expires: string; ignore: string }): string {
  const { lead, code, expires, ignore } = lines
  return `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#222;max-width:480px;margin:0 auto;padding:24px">
<p>${escapeHtml(lead)}</p>
<p style="font-size:32px;font-weight:bold;letter-spacing:6px;margin:24px 0">${escapeHtml(code)}</p>
<p>${escapeHtml(expires)}</p>
<p style="color:#595959">${escapeHtml(ignore)}</p>
</body></html>`
}

/** Sends codes by SMTP, as HTML and as text, in the reader's language. A message that is sent again has the same Message-ID (RFC 5322 §3.6.4). */
export function mailSender({ url, from }: { url: string; from: string }): (message: CodeMessage) => Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return async ({ id, target, code, locale }) => {
    const lead = codeText(locale, 'code.mail.lead', code)
    const expires = codeText(locale, 'code.mail.expires', code)
    const ignore = codeText(locale, 'code.mail.ignore', code)
    await transport.sendMail({
      from,
      to: { name: '', address: target },
      messageId: `<${id}@${domain}>`,
      subject: codeText(locale, 'code.mail.subject', code),
      text: `${lead}\n\n${code}\n\n${expires}\n${ignore}\n`,
      html: htmlOf(locale, { lead, code, expires, ignore }),
      // Machines do not answer it with an absence note.
      headers: { 'auto-submitted': 'auto-generated' },
    })
  }
}
