import { codeText } from './code-texts.ts'
import type { CodeMessage } from './sender.ts'

const TIMEOUT_MS = 10_000

/**
 * Sends codes through an HTTP service: POST {to, text} as JSON with a bearer token; any 2xx is taken as accepted. A message that is sent again
 * has the same Idempotency-Key (draft-ietf-httpapi-idempotency-key-header).
 */
export function smsSender({ url, token }: { url: string; token: string }): (message: CodeMessage) => Promise<void> {
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
    if (!response.ok) throw new Error(`The SMS service answered ${response.status}.`)
  }
}
