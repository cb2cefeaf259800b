import { existsSync, readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import { catalogFile, DEFAULT_LOCALE, directionOf, type Locale } from '#contract/locales.ts'
import type english from '../../../data/texts/codes/en.json'
import type { Settings } from '../settings.ts'

/** `id` stays the same on a resend, so that a service that already accepted the message recognizes it. */
export type NoticeMessage = { id: string; target: string; locale: Locale }

export type CodeMessage = NoticeMessage & { code: string }

type Send<Message> = (message: Message) => Promise<void>

/** How one-time codes reach people, and notices to account owners by mail. Targets of a missing channel are refused. */
export type Sender = { email?: Send<CodeMessage>; phone?: Send<CodeMessage>; notice?: Send<NoticeMessage> }

const TIMEOUT_MS = 10_000
const ROOT = new URL('../../../', import.meta.url)
const catalogs = new Map<Locale, Record<string, string>>()

function read(locale: Locale): Record<string, string> {
  const file = new URL(catalogFile('codes', locale), ROOT)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** A text in the reader's language, else in English. `{code}` is the only placeholder in these texts. */
function codeText(locale: Locale, key: keyof typeof english, code = ''): string {
  const catalog = catalogs.get(locale) ?? { ...read(DEFAULT_LOCALE), ...read(locale) }
  catalogs.set(locale, catalog)
  return (catalog[key] ?? key).replaceAll('{code}', code)
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function mailHtml(locale: Locale, lines: { lead: string; code: string; expires: string; ignore: string }): string {
  const { lead, code, expires, ignore } = lines
  return `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#222;max-width:480px;margin:0 auto;padding:24px">
<p>${escapeHtml(lead)}</p>
<p style="font-size:32px;font-weight:bold;letter-spacing:6px;margin:24px 0">${escapeHtml(code)}</p>
<p>${escapeHtml(expires)}</p>
<p style="color:#595959">${escapeHtml(ignore)}</p>
</body></html>`
}

/** Sends mail by SMTP. A resent message keeps its Message-ID (RFC 5322 §3.6.4). */
function mailSender({ url, from }: { url: string; from: string }): Required<Pick<Sender, 'email' | 'notice'>> {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  const send = async ({ id, target }: NoticeMessage, content: { subject: string; text: string; html?: string }) => {
    await transport.sendMail({
      from,
      to: { name: '', address: target },
      messageId: `<${id}@${domain}>`,
      ...content,
      // Keeps auto-responders from replying.
      headers: { 'auto-submitted': 'auto-generated' },
    })
  }
  return {
    /** HTML and plain text. */
    email: async (message) => {
      const { code, locale } = message
      const lead = codeText(locale, 'code.mail.lead', code)
      const expires = codeText(locale, 'code.mail.expires', code)
      const ignore = codeText(locale, 'code.mail.ignore', code)
      await send(message, {
        // Without the code: lock screens and mail server logs show subjects.
        subject: codeText(locale, 'code.mail.subject', code),
        text: `${lead}\n\n${code}\n\n${expires}\n${ignore}\n`,
        html: mailHtml(locale, { lead, code, expires, ignore }),
      })
    },
    notice: async (message) => {
      const { locale } = message
      const [happened, yours, others] = (['happened', 'yours', 'others'] as const).map((part) =>
        codeText(locale, `notice.mail.${part}`),
      )
      await send(message, {
        subject: codeText(locale, 'notice.mail.subject'),
        text: `${happened}\n\n${yours}\n\n${others}\n`,
      })
    },
  }
}

/**
 * Sends codes through an HTTP service: POST {to, text} as JSON with a bearer token; any 2xx means accepted. A resent message keeps
 * its Idempotency-Key (draft-ietf-httpapi-idempotency-key-header).
 */
function smsSender({ url, token }: { url: string; token: string }): Send<CodeMessage> {
  return async ({ id, target, code, locale }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ to: target, text: codeText(locale, 'code.sms', code) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The SMS service replied with status ${response.status}.`)
  }
}

/** The channels that the settings configure: mail with SMTP_URL, text messages with SMS_URL. */
export function configuredSender({ SMTP_URL, MAIL_FROM, SMS_URL, SMS_TOKEN }: Settings): Sender {
  return {
    ...(SMTP_URL ? mailSender({ url: SMTP_URL, from: MAIL_FROM }) : {}),
    ...(SMS_URL ? { phone: smsSender({ url: SMS_URL, token: SMS_TOKEN }) } : {}),
  }
}
