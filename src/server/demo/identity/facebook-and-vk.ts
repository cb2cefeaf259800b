import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { chosenPerson, sendAccountChooser } from './account-chooser.ts'
import { listen, type Person, readText, type StandIn, type StandInOptions } from './stand-in.ts'

type Vendor = 'facebook' | 'vk'

type Grant = { person: Person; redirectUri: string; challenge: string; deviceId: string; state: string }

type Call = {
  vendor: Vendor
  query: URLSearchParams
  form: URLSearchParams
  request: IncomingMessage
  response: ServerResponse
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Refuses in each vendor's own format. */
function refuse(vendor: Vendor, response: ServerResponse, message: string): void {
  const facebook = { error: { message, type: 'OAuthException', code: 100, fbtrace_id: 'x' } }
  if (vendor === 'facebook') sendJson(response, 400, facebook)
  else sendJson(response, 200, { error: 'invalid_request', error_description: message })
}

/**
 * Starts stand-ins for Facebook and VK ID as documented, quirks included, on a port of this machine: Facebook's error
 * format, `#_=_` and missing email addresses; VK's device_id, profile by POST, non-OpenID ID token and errors with
 * status 200.
 */
export async function startFacebookAndVk({ audience, faults }: StandInOptions): Promise<StandIn> {
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, Person>()

  const authorize = ({ vendor, query, form, request, response }: Call) => {
    const redirectUri = query.get('redirect_uri') ?? ''
    const state = query.get('state') ?? ''
    const challenge = query.get('code_challenge') ?? ''
    const isWrong = query.get('client_id') !== standIn.client.id || state.length < 32 || challenge.length !== 43
    if (isWrong || !URL.canParse(redirectUri)) return refuse(vendor, response, 'bad authorization request')
    if (vendor === 'vk' && query.get('code_challenge_method') !== 'S256')
      return refuse(vendor, response, 'code_challenge_method is invalid')
    if ('people' in audience && request.method !== 'POST') return sendAccountChooser(response, vendor, audience.people)
    const person = 'people' in audience ? chosenPerson(form, audience.people) : audience.decide()
    const back = new URL(redirectUri)
    back.searchParams.set('state', state)
    if (person) {
      const code = randomUUID()
      const deviceId = randomUUID()
      codes.set(code, { person, redirectUri, challenge, deviceId, state })
      back.searchParams.set('code', code)
      if (vendor === 'vk') back.searchParams.set('device_id', deviceId)
      if (vendor === 'vk') back.searchParams.set('type', 'code_v2')
    } else back.searchParams.set('error', 'access_denied')
    faults?.callback(back)
    response.writeHead(302, { location: vendor === 'facebook' ? `${back.href}#_=_` : back.href }).end()
  }

  /** Redeems a code once, if everything sent with it is right. */
  const redeem = (vendor: Vendor, form: URLSearchParams): Person | undefined => {
    const grant = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const verifier = form.get('code_verifier') ?? ''
    const isRight =
      grant?.redirectUri === form.get('redirect_uri') &&
      grant?.challenge === createHash('sha256').update(verifier).digest('base64url') &&
      form.get('client_id') === standIn.client.id &&
      (vendor === 'facebook'
        ? form.get('client_secret') === standIn.client.secret
        : form.get('device_id') === grant?.deviceId && form.get('state') === grant?.state)
    return isRight ? grant?.person : undefined
  }

  const exchange = ({ vendor, form, response }: Call) => {
    const person = redeem(vendor, form)
    if (!person) return refuse(vendor, response, 'bad code')
    const token = randomUUID()
    tokens.set(token, person)
    const ofVk = { id_token: 'none.of.openid', user_id: 1, state: form.get('state') }
    const type = vendor === 'vk' ? 'Bearer' : 'bearer'
    const body = { access_token: token, token_type: type, expires_in: 3600, ...(vendor === 'vk' ? ofVk : {}) }
    faults?.reply('token', body)
    sendJson(response, 200, body)
  }

  const facebookProfile = ({ vendor, query, request, response }: Call) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    const person = tokens.get(token)
    const proof = createHmac('sha256', standIn.client.secret).update(token).digest('hex')
    if (!person || query.get('appsecret_proof') !== proof)
      return refuse(vendor, response, 'Invalid OAuth access token.')
    const { id, name, email } = person
    const body = { id, name, email }
    faults?.reply('profile', body)
    sendJson(response, 200, body)
  }

  const vkProfile = ({ vendor, form, request, response }: Call) => {
    const person = tokens.get(form.get('access_token') ?? '')
    if (request.method !== 'POST' || !person || !form.has('client_id')) return refuse(vendor, response, 'bad token')
    const [first_name, last_name] = (person.name ?? '').split(' ')
    const user = { id: person.id, first_name, last_name, email: person.email }
    faults?.reply('profile', user)
    const { id: user_id, ...rest } = user
    sendJson(response, 200, { user: { user_id, ...rest } })
  }

  const listening = await listen(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://standIn')
    const [, vendor, action] = pathname.split('/') as [string, Vendor, string]
    const form = new URLSearchParams(request.method === 'POST' ? await readText(request) : '')
    const call = { vendor, query, form, request, response }
    if ((action === 'token' || action === 'profile') && faults?.intercept(action, response)) return
    if (action === 'authorize') authorize(call)
    else if (action === 'token' && request.method === 'POST') exchange(call)
    else if (action === 'profile') (vendor === 'facebook' ? facebookProfile : vkProfile)(call)
    else response.writeHead(404).end()
  })
  const standIn: StandIn = { ...listening, client: { id: '4711', secret: randomUUID() } }
  return standIn
}
