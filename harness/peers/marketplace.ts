import type { ServerResponse } from 'node:http'
import { type Listening, listen } from '#server/demo/identity/stand-in.ts'
import { replyWithFault } from './faults.ts'

/** How a marketplace may treat a signed-in visitor. `hangs` applies to all addresses. */
export type LoginBehavior = 'prompt' | 'slow' | 'hangs' | 'status 500' | '401 once' | 'signed out'

export type StandInMarketplace = Listening & {
  login: LoginBehavior
  /** Fields of the user, added to the defaults or overriding them. */
  person: Record<string, unknown>
  /** The country it reports for a signed-out visitor. */
  country: string | null
  /** The requested paths. */
  paths: string[]
  /** The number of GET /v2/login calls. */
  loginCalls: number
  /** The visitors' addresses in its requests. */
  addresses: (string | string[] | undefined)[]
}

/** The settings of a service that uses the marketplace at `url`. */
export function marketplaceSettings(url: string): Record<string, string> {
  return {
    MARKETPLACE_API_URL: url,
    MARKETPLACE_SESSION_COOKIE: 'sid',
    MARKETPLACE_SIGNIN_URL: `${url}/sign-in?from=quiz`,
    WEB_BASE_URL: url,
  }
}

/** Longer than a page waits for the marketplace, but shorter than the timeout of a call. */
const SLOW_MS = 1500

/**
 * A marketplace with a `/v2/login` that can fail. Its session cookie `sid` starts with the user's id. Its sign-in page
 * signs in user 7 and redirects back immediately. It serves nothing else.
 */
export async function startMarketplace(): Promise<StandInMarketplace> {
  const sendJson = (response: ServerResponse, status: number, json: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))

  const signIn = (response: ServerResponse, address: URL) =>
    response
      .writeHead(302, {
        location: address.searchParams.get('next') ?? '/',
        'set-cookie': 'sid=7-again; Path=/; HttpOnly',
      })
      .end()

  const login = (response: ServerResponse, cookie = '') => {
    peer.loginCalls++
    const [, id] = /(?:^|; )sid=(\d+)/.exec(cookie) ?? []
    const isSignedIn = id !== undefined && peer.login !== 'signed out'
    const known = { user_id: Number(id), nickname: 'Lena', avatar_file_name: '', country_id: null, ...peer.person }
    const reply = () => sendJson(response, 200, { data: isSignedIn ? known : { country_id: peer.country } })
    switch (peer.login) {
      case 'hangs':
        return
      case 'slow':
        return setTimeout(reply, SLOW_MS)
      case 'status 500':
        return replyWithFault('status 500', response)
      case '401 once':
        peer.login = 'prompt'
        return sendJson(response, 401, {})
      default:
        return reply()
    }
  }

  const listening = await listen((request, response) => {
    const address = new URL(request.url ?? '/', 'http://marketplace')
    peer.paths.push(address.pathname)
    if (address.pathname === '/v2/login') {
      peer.addresses.push(request.headers['x-forwarded-for'])
      login(response, request.headers.cookie)
    } else if (peer.login === 'hangs') return
    else if (address.pathname === '/sign-in') signIn(response, address)
    else sendJson(response, 404, {})
  })
  const peer: StandInMarketplace = {
    ...listening,
    login: 'prompt',
    person: {},
    country: null,
    paths: [],
    loginCalls: 0,
    addresses: [],
  }
  return peer
}
