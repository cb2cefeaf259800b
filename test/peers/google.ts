import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { answerWithFault, type TransportFault } from './faults.ts'
import { type Listening, listen } from './listen.ts'

/** ID tokens that must not be believed. */
export const TOKEN_FAULTS = [
  'wrong aud',
  'wrong iss',
  'wrong nonce',
  'no nonce',
  'expired',
  'alg none',
  'an unknown key',
  'a foreign key under the known name',
  'no ID token',
  'no sub',
] as const

type TokenFault = (typeof TOKEN_FAULTS)[number]

export type GooglePeer = Listening & {
  client: { id: string; secret: string }
  /** Who is at the browser, and whether they agree. */
  person: { sub: string; email?: string; email_verified?: boolean; name?: string }
  agrees: boolean
  fault: { path: '/token' | '/jwks' | '/.well-known/openid-configuration'; kind: TransportFault } | undefined
  tokenFault: TokenFault | undefined
  register: (redirectUri: string) => void
}

const KEY_ID = 'known'
const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The same token with the fault in it; signed again, so that nothing but the fault is wrong. */
function spoil(token: string, fault: TokenFault): string | undefined {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString())
  const header = { alg: fault === 'alg none' ? 'none' : 'RS256', kid: fault === 'an unknown key' ? 'other' : KEY_ID }
  if (fault === 'no ID token') return undefined
  if (fault === 'wrong aud') claims.aud = 'another-client'
  if (fault === 'wrong iss') claims.iss = 'https://evil.example'
  if (fault === 'wrong nonce') claims.nonce = 'another-nonce'
  if (fault === 'no nonce') delete claims.nonce
  if (fault === 'no sub') delete claims.sub
  if (fault === 'expired') Object.assign(claims, { iat: claims.iat - 7200, exp: claims.iat - 3600 })
  const text = `${encode(header)}.${encode(claims)}`
  if (fault === 'alg none') return `${text}.`
  const { privateKey } = fault.includes('key') ? foreign : own
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`
}

/** Answers the provider's questions in the person's place: signs them in, and agrees or not. */
async function interact(provider: Provider, peer: GooglePeer, request: IncomingMessage, response: ServerResponse) {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  if (!peer.agrees)
    return provider.interactionFinished(
      request,
      response,
      { error: 'access_denied' },
      { mergeWithLastSubmission: false },
    )
  if (prompt.name === 'login') {
    const result = { login: { accountId: peer.person.sub } }
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }
  const grant = new provider.Grant({ accountId: session?.accountId as string, clientId: params.client_id as string })
  grant.addOIDCScope('openid email profile')
  const result = { consent: { grantId: await grant.save() } }
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
}

function makeProvider(peer: GooglePeer, redirectUri: string): Provider {
  const provider = new Provider(peer.url, {
    clients: [
      {
        client_id: peer.client.id,
        client_secret: peer.client.secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...own.privateKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' } as never] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_context, accountId) => ({ accountId, claims: async () => ({ ...peer.person, sub: accountId }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: [randomUUID()] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  })
  provider.use(async (context, next) => {
    await next()
    const body = context.body as { id_token?: string } | undefined
    if (context.path !== '/token' || !body?.id_token || !peer.tokenFault) return
    const spoiled = spoil(body.id_token, peer.tokenFault)
    if (spoiled) body.id_token = spoiled
    else delete body.id_token
  })
  return provider
}

/** Google's part, played by a certified OpenID server (oidc-provider) with PKCE enforced. */
export async function startGoogle(): Promise<GooglePeer> {
  let provider: Provider | undefined
  const listening = await listen(async (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    if (peer.fault?.path === path) return answerWithFault(peer.fault.kind, response)
    if (!provider) return void response.writeHead(503).end()
    if (path.startsWith('/interaction/')) return interact(provider, peer, request, response)
    await provider.callback()(request, response)
  })
  const peer: GooglePeer = {
    ...listening,
    client: { id: 'google-client', secret: 'google-secret-of-the-tests' },
    person: { sub: 'nobody' },
    agrees: true,
    fault: undefined,
    tokenFault: undefined,
    register: (redirectUri) => {
      provider = makeProvider(peer, redirectUri)
    },
  }
  return peer
}
