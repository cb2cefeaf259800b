import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Reply = { status: number; headers: IncomingHttpHeaders; body: string }

/** A reply later than this counts as none: the visitor has left. */
const LONGEST_MS = 5000

export type Client = {
  /** @throws Error if the connection breaks or no complete reply arrives in time */
  send: (method: string, path: string, headers: Record<string, string>, body?: unknown) => Promise<Reply>
  close: () => void
}

/** A keep-alive client of one origin. */
export function openClient(origin: string): Client {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 })
  const send: Client['send'] = (method, path, headers, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const content = text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}
      const asked = request({ agent, hostname, port, method, path, headers: { ...headers, ...content } }, (reply) => {
        let body = ''
        reply.setEncoding('utf8')
        reply.on('data', (part) => (body += part))
        reply.on('end', () => settle(() => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body })))
        reply.on('error', fail)
      })
      const timer = setTimeout(() => asked.destroy(new Error(`no reply in ${LONGEST_MS} ms`)), LONGEST_MS)
      const settle = (how: () => void) => {
        clearTimeout(timer)
        how()
      }
      const fail = (error: Error) => settle(() => reject(error))
      asked.on('error', fail)
      asked.end(text)
    })
  return { send, close: () => agent.destroy() }
}
