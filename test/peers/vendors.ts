import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { answerWithFault, type TransportFault } from './faults.ts'
import { type Listening, listen, readText } from './listen.ts'

/** What Facebook or VK can do wrong beyond the transport. */
export const VENDOR_FAULTS = [
  'an error in the vendor’s form',
  'no access token',
  'a profile without id',
  'an id that is no text',
  'no device id',
  'doubled parameters',
  'an unknown error',
] as const

type VendorFault = (typeof VENDOR_FAULTS)[number]

export type VendorPeer = Listening & {
  client: { id: string; secret: string }
  person: { id: string; name: string; email?: string }
  agrees: boolean
  fault: { path: 'token' | 'profile'; kind: TransportFault } | undefined
  vendorFault: VendorFault | undefined
}

type Code = { redirectUri: string; challenge: string; deviceId: string; state: string }
type Vendor = 'facebook' | 'vk'

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Each vendor's own way to say no. */
function refuse(vendor: Vendor, response: ServerResponse, message: string): void {
  const facebook = { error: { message, type: 'OAuthException', code: 100, fbtrace_id: 'x' } }
  if (vendor === 'facebook') sendJson(response, 400, facebook)
  else sendJson(response, 200, { error: 'invalid_request', error_description: message })
}

/**
 * Facebook and VK ID as their documents describe them, with their quirks: Facebook's error shape, its `#_=_` and missing addresses; VK's
 * device_id, its profile by POST, its ID token that is none of OpenID's, its errors with status 200.
 */
export async function startVendors(): Promise<VendorPeer> {
  const codes = new Map<string, Code>()
  const tokens = new Set<string>()

  const authorize = (vendor: Vendor, query: URLSearchParams, response: ServerResponse) => {
    const back = new URL(query.get('redirect_uri') as string)
    const state = query.get('state') ?? ''
    const challenge = query.get('code_challenge') ?? ''
    if (query.get('client_id') !== peer.client.id || state.length < 32 || challenge.length !== 43)
      return refuse(vendor, response, 'bad authorization request')
    if (vendor === 'vk' && query.get('code_challenge_method') !== 's256')
      return refuse(vendor, response, 'code_challenge_method is invalid')
    back.searchParams.set('state', state)
    if (!peer.agrees) back.searchParams.set('error', 'access_denied')
    else if (peer.vendorFault === 'an unknown error') back.searchParams.set('error', 'server_error')
    else {
      const code = randomUUID()
      const deviceId = randomUUID()
      codes.set(code, { redirectUri: query.get('redirect_uri') as string, challenge, deviceId, state })
      back.searchParams.set('code', code)
      if (peer.vendorFault === 'doubled parameters') back.searchParams.append('code', code)
      if (vendor === 'vk' && peer.vendorFault !== 'no device id') back.searchParams.set('device_id', deviceId)
      if (vendor === 'vk') back.searchParams.set('type', 'code_v2')
    }
    response.writeHead(302, { location: vendor === 'facebook' ? `${back.href}#_=_` : back.href }).end()
  }

  const exchange = (vendor: Vendor, form: URLSearchParams, response: ServerResponse) => {
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      code?.redirectUri === form.get('redirect_uri') &&
      code?.challenge === challenge &&
      form.get('client_id') === peer.client.id &&
      (vendor === 'facebook'
        ? form.get('client_secret') === peer.client.secret
        : form.get('device_id') === code?.deviceId && form.get('state') === code?.state)
    if (!isRight || peer.vendorFault === 'an error in the vendor’s form') return refuse(vendor, response, 'bad code')
    const token = randomUUID()
    tokens.add(token)
    sendJson(response, 200, {
      ...(peer.vendorFault === 'no access token' ? {} : { access_token: token }),
      token_type: vendor === 'vk' ? 'Bearer' : 'bearer',
      expires_in: 3600,
      ...(vendor === 'vk' ? { id_token: 'none.of.openid', user_id: 1, state: form.get('state') } : {}),
    })
  }

  const subject = () => {
    if (peer.vendorFault === 'a profile without id') return undefined
    return peer.vendorFault === 'an id that is no text' ? { id: peer.person.id } : peer.person.id
  }

  const listening = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url as string, 'http://peer')
    const [, vendor, action] = pathname.split('/') as [string, Vendor, string]
    const form = new URLSearchParams(request.method === 'POST' ? await readText(request) : '')
    if (peer.fault?.path === action) return answerWithFault(peer.fault.kind, response)
    if (action === 'authorize') return authorize(vendor, searchParams, response)
    if (action === 'token' && request.method === 'POST') return exchange(vendor, form, response)
    const { name, email } = peer.person
    if (vendor === 'facebook') {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
      const proof = createHmac('sha256', peer.client.secret).update(token).digest('hex')
      if (!tokens.has(token) || searchParams.get('appsecret_proof') !== proof)
        return refuse(vendor, response, 'Invalid OAuth access token.')
      return sendJson(response, 200, { id: subject(), name, email })
    }
    if (request.method !== 'POST' || !tokens.has(form.get('access_token') ?? '') || !form.has('client_id'))
      return refuse(vendor, response, 'bad token')
    const [first_name, last_name] = name.split(' ')
    sendJson(response, 200, { user: { user_id: subject(), first_name, last_name, email } })
  })

  const peer: VendorPeer = {
    ...listening,
    client: { id: '4711', secret: 'vendor-secret-of-the-tests' },
    person: { id: '1', name: 'Nobody' },
    agrees: true,
    fault: undefined,
    vendorFault: undefined,
  }
  return peer
}
