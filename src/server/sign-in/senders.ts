import type { Locale } from '#contract/locales.ts'
import type { Settings } from '#settings/settings.ts'
import type { BrandFolder } from '../brand/read-brand.ts'
import { codeMail, codeText, type MailContent, noticeMail } from './mails.ts'

/** `id` stays the same on a resend, so a service that already accepted the message recognizes it. */
export type NoticeMessage = { id: string; target: string; locale: Locale }

export type CodeMessage = NoticeMessage & { code: string }

type Send<Message> = (message: Message) => Promise<void>

/** How one-time codes reach people, and how emailed notices reach account owners. A missing channel is refused. */
export type Sender = { email?: Send<CodeMessage>; phone?: Send<CodeMessage>; notice?: Send<NoticeMessage> }

const TIMEOUT_MS = 10_000
/** For a whole conversation, because a server can also be slow with every single reply. */
const MAX_CONVERSATION_MS = 30_000

/** Sends email by SMTP. A resent message keeps its Message-ID (RFC 5322 §3.6.4). */
async function mailSender({
  url,
  from,
  brand,
}: {
  url: string
  from: string
  brand: BrandFolder | undefined
}): Promise<Required<Pick<Sender, 'email' | 'notice'>>> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const address = /<(.+)>$/.exec(from)?.[1] ?? from
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  const send = async ({ id, target, locale }: NoticeMessage, content: MailContent) => {
    await transport.sendMail({
      from: brand ? { name: brand.names[locale], address } : from,
      to: { name: '', address: target },
      messageId: `<${id}@${domain}>`,
      ...content,
      // Keeps auto-responders from replying.
      headers: { 'auto-submitted': 'auto-generated' },
      signal: AbortSignal.timeout(MAX_CONVERSATION_MS),
    })
  }
  return {
    email: (message) => send(message, codeMail(message.locale, message.code, brand)),
    notice: (message) => send(message, noticeMail(message.locale, brand)),
  }
}

/**
 * Sends codes through an HTTP service: POST {to, text} as JSON with a bearer token; any 2xx means accepted. A resent
 * message keeps its Idempotency-Key (draft-ietf-httpapi-idempotency-key-header).
 */
function smsSender({
  url,
  token,
  brand,
}: {
  url: string
  token: string
  brand: BrandFolder | undefined
}): Send<CodeMessage> {
  return async ({ id, target, code, locale }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ to: target, text: codeText(locale, 'code.sms', { brand, code }) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The SMS service replied with status ${response.status}.`)
  }
}

/** The channels that the settings configure: email with SMTP_URL, text messages with SMS_URL. */
export async function configuredSender(
  { SMTP_URL, MAIL_FROM, SMS_URL, SMS_TOKEN }: Settings,
  brand?: BrandFolder,
): Promise<Sender> {
  return {
    ...(SMTP_URL ? await mailSender({ url: SMTP_URL, from: MAIL_FROM, brand }) : {}),
    ...(SMS_URL ? { phone: smsSender({ url: SMS_URL, token: SMS_TOKEN, brand }) } : {}),
  }
}
