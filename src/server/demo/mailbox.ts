import type { CodeMessage, Sender } from '../auth/senders.ts'

const MOST_KEPT = 50

export type Mail = { channel: 'email' | 'phone'; target: string; code: string; sentAt: Date }

/** Mail and phone of the demo: every code goes to the log and stays, newest first, for the mailbox page. */
export function createMailbox(): { sender: Required<Sender>; mails: readonly Mail[] } {
  const mails: Mail[] = []
  const keep =
    (channel: Mail['channel']) =>
    async ({ target, code }: CodeMessage) => {
      mails.unshift({ channel, target, code, sentAt: new Date() })
      mails.length = Math.min(mails.length, MOST_KEPT)
      console.log(`One-time code for ${target}: ${code}`)
    }
  return { sender: { email: keep('email'), phone: keep('phone') }, mails }
}
