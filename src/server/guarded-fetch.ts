import type { CustomFetch } from 'openid-client'

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
