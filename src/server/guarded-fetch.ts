import type { CustomFetch } from 'openid-client'
import { isBounded } from './json-bounds.ts'

/** More than any reply we need from another service. */
const MAX_BYTES = 256 * 1024

async function readLimited(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    // Leaving the loop cancels the stream and closes the connection.
    if (size > MAX_BYTES) throw new Error(`The reply is larger than ${MAX_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** A fetch for other services: follows no redirects, limits the body size, and its timeout covers the whole body. */
export function guardedFetch(timeoutMs: number): CustomFetch {
  return async (url, options) => {
    const response = await fetch(url, {
      method: options.method,
      headers: options.headers,
      body: options.body as BodyInit | null,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = await readLimited(response)
    const { status, headers } = response
    return new Response([204, 205, 304].includes(status) ? null : body, { status, headers })
  }
}

/** What another service answered; undefined if that is no JSON, or too large to be walked. */
export async function readJson(response: Pick<Response, 'json'>): Promise<unknown> {
  const json: unknown = await response.json().catch(() => undefined)
  return isBounded(json) ? json : undefined
}

/** Why a request failed, for the log. */
export function describeFailure(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: unknown } }
  return [name, message, cause?.code].filter(Boolean).join(' ')
}
