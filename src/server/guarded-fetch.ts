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

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

/**
 * A fetch for other services that follows no redirects and applies its timeout to the whole body. It limits the body in
 * bytes; JSON with excessive levels or values is treated as no body, so it's never traversed.
 */
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
    const mayBeRead = ![204, 205, 304].includes(status) && isBounded(parse(body))
    return new Response(mayBeRead ? body : null, { status, headers })
  }
}

/** The JSON reply to a `guardedFetch`; undefined if it isn't JSON. */
export function readJson(response: Pick<Response, 'json'>): Promise<unknown> {
  return response.json().catch(() => undefined)
}

/** Why a request failed, for the log. */
export function describeFailure(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: unknown } }
  return [name, message, cause?.code].filter(Boolean).join(' ')
}
