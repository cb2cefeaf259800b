import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

type WechatRequest = { method: string; path: string; query: URLSearchParams; body: string }

export type WechatServer = {
  origin: string
  requests: WechatRequest[]
  /** Overrides the next replies to a path; 'hang' never replies, undefined replies normally. */
  script: (path: 'token' | 'ticket', reply: unknown | 'hang' | undefined) => void
  lifeSeconds: number
  close: () => Promise<void>
}

const PATHS = { '/cgi-bin/stable_token': 'token', '/cgi-bin/ticket/getticket': 'ticket' } as const

/** WeChat's API as documented, on a local port; the n-th ticket is `ticket-n`. */
export async function startWechatServer(): Promise<WechatServer> {
  const scripted = new Map<string, unknown>()
  const requests: WechatRequest[] = []

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://wechat.test')
    const kind = PATHS[pathname as keyof typeof PATHS]
    requests.push({
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      body: await text(request),
    })
    const count = requests.filter(({ path }) => path === pathname).length
    const reply = scripted.get(kind)
    if (reply === 'hang') return
    const good =
      kind === 'token'
        ? { access_token: `token-${count}`, expires_in: server.lifeSeconds }
        : { errcode: 0, errmsg: 'ok', ticket: `ticket-${count}`, expires_in: server.lifeSeconds }
    if (typeof reply === 'number') response.statusCode = reply
    response.setHeader('content-type', 'application/json')
    response.end(typeof reply === 'string' ? reply : JSON.stringify(reply ?? good))
  }

  const http = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const server: WechatServer = {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    script: (path, reply) => scripted.set(path, reply),
    lifeSeconds: 7200,
    close: async () => {
      http.closeAllConnections()
      http.close()
    },
  }
  return server
}
