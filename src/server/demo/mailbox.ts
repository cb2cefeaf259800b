import { PAGE_CONFIG } from '#contract/endpoint.ts'
import { escapeHtml } from '#contract/html.ts'
import { urls } from '#contract/urls.ts'
import type { App } from '../http/server.ts'
import type { CodeMessage, Sender } from '../sign-in/senders.ts'
import { sendDemoPage } from './page.ts'

const MAX_MAILS = 50

type Mail = { channel: 'email' | 'phone'; target: string; code: string; sentAt: Date }

/** Stands in for email and text messages: logs every code and keeps it, newest first, for the mailbox page. */
export function createMailbox(): { sender: Sender; mails: readonly Mail[] } {
  const mails: Mail[] = []
  const keep =
    (channel: Mail['channel']) =>
    async ({ target, code }: CodeMessage) => {
      mails.unshift({ channel, target, code, sentAt: new Date() })
      mails.length = Math.min(mails.length, MAX_MAILS)
      console.log(`One-time code for ${target}: ${code}`)
    }
  return { sender: { email: keep('email'), phone: keep('phone') }, mails }
}

function row({ channel, target, code, sentAt }: Mail): string {
  const cells = [sentAt.toISOString(), channel, target, code]
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`
}

/** The page with the codes that the demo has sent, newest first. */
export function mailboxRoute(app: App, { mails }: { mails: readonly Mail[] }): void {
  app.get(urls.demoMailbox, { config: PAGE_CONFIG }, (_request, reply) =>
    sendDemoPage(
      reply,
      'Mailbox',
      mails.length === 0
        ? '<p>No code has been sent yet.</p>'
        : `<table><thead><tr><th>Sent</th><th>By</th><th>To</th><th>Code</th></tr></thead><tbody>${mails.map(row).join('')}</tbody></table>`,
    ),
  )
}
