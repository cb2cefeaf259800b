import { urls } from '#contract/urls.ts'
import type { App } from '../edge/server.ts'
import type { Mail } from './mailbox.ts'
import { escapeHtml, sendDemoPage } from './page.ts'

function row({ channel, target, code, sentAt }: Mail): string {
  const cells = [sentAt.toISOString(), channel, target, code]
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`
}

/** The codes that the demo has sent, newest first. */
export function mailboxPage(app: App, { mails }: { mails: readonly Mail[] }): void {
  app.get(urls.demoMailbox, { schema: { hide: true } }, (_request, reply) =>
    sendDemoPage(
      reply,
      'Mailbox',
      mails.length === 0
        ? '<p>No code has been sent yet.</p>'
        : `<table><thead><tr><th>Sent</th><th>By</th><th>To</th><th>Code</th></tr></thead><tbody>${mails.map(row).join('')}</tbody></table>`,
    ),
  )
}
