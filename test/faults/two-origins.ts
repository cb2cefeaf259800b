import { urls } from '#contract/urls.ts'
import type { FetchBrowser } from '#harness/peers/fetch-browser.ts'
import type { MailPeer } from '#harness/peers/mail-and-sms.ts'
import { HANG_MS } from '#harness/time-limit.ts'

/** A browser that sends one process's cookies to the others, as behind a balancer. */
export function shareCookies(browser: FetchBrowser, from: string, to: readonly string[]): void {
  for (const [name, value] of browser.cookies.get(from) ?? [])
    for (const origin of to) browser.setCookie(origin, name, value)
}

/**
 * The code that arrived at `target`.
 * @throws Error if none arrives
 */
async function receiveCode(mail: MailPeer, target: string): Promise<string> {
  const end = performance.now() + HANG_MS
  while (performance.now() < end) {
    const message = mail.received.findLast(({ to }) => to?.some(({ address }) => address === target))
    const code = /\b\d{6}\b/.exec(message?.text ?? '')?.[0]
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`No code arrived at ${target}.`)
}

type Headers = Record<string, string>

export type ReceivedCode = { id: string; code: string; wrong: string }

/** Requests a code from `origin` and reads the email; the browser may redeem it anywhere. */
export async function codeFor(
  browser: FetchBrowser,
  target: string,
  { origin, others, mail, headers }: { origin: string; others: readonly string[]; mail: MailPeer; headers?: Headers },
): Promise<ReceivedCode> {
  const { status, body } = await browser.send('POST', `${origin}${urls.codes}`, { channel: 'email', target }, headers)
  if (status !== 202) throw new Error(`Requesting a code returned ${status}`)
  shareCookies(browser, origin, others)
  const code = await receiveCode(mail, target)
  return { id: body.data.challenge_id, code, wrong: code === '000000' ? '000001' : '000000' }
}
