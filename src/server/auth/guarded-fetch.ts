import type { CustomFetch } from 'openid-client'

/** More than any provider's discovery, keys, tokens or profile take. */
const MOST_BYTES = 256 * 1024

async function readLimited(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    // Leaving the loop cancels the stream and with it the connection.
    if (size > MOST_BYTES) throw new Error(`The reply has more than ${MOST_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** A fetch for requests to providers: no redirect is followed, the time-out spans the whole body, the size is limited. */
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
