import { createHmac } from 'node:crypto'
import * as openid from 'openid-client'
import type { Provider } from '#contract/sign-in.ts'
import { guardedFetch, readJson } from '../guarded-fetch.ts'
import { type Callback, type SignInProvider, subjectOf, textOf } from './provider.ts'

/** Our client at a provider. `standIn`: the origin of a server in the provider's place; '' for the provider itself. */
export type OAuth2Client = { id: string; secret: string; standIn: string; timeoutMs: number }

type Endpoints = Record<'authorize' | 'token' | 'profile', string>

type Fields = Record<string, unknown>

type ProfileRequest = { address: string; headers: Record<string, string>; body?: URLSearchParams }

/** The deviations of a provider without OpenID. Its users' addresses never count as verified. */
type OAuth2Provider = {
  /** The issuer of stored identities. It stays the same when the provider's addresses change. */
  issuer: string
  endpoints: Endpoints
  scope: string
  /** Parameters sent with the code, beyond OAuth's. */
  tokenParameters: (callback: Callback) => Record<string, string>
  profileRequest: (client: OAuth2Client, address: string, token: string) => ProfileRequest
  readProfile: (reply: Fields) => { id: unknown; names: unknown[]; email: unknown }
}

const PROVIDERS: Record<Exclude<Provider, 'google'>, OAuth2Provider> = {
  facebook: {
    issuer: 'https://www.facebook.com',
    endpoints: {
      authorize: 'https://www.facebook.com/v24.0/dialog/oauth',
      token: 'https://graph.facebook.com/v24.0/oauth/access_token',
      profile: 'https://graph.facebook.com/v24.0/me',
    },
    scope: 'public_profile,email',
    tokenParameters: () => ({}),
    profileRequest: ({ secret }, profile, token) => {
      const address = new URL(profile)
      address.searchParams.set('fields', 'id,name,email')
      // Proves that the token was issued to us; apps can be configured to require this.
      address.searchParams.set('appsecret_proof', createHmac('sha256', secret).update(token).digest('hex'))
      return { address: address.href, headers: { authorization: `Bearer ${token}` } }
    },
    readProfile: ({ id, name, email }) => ({ id, names: [name], email }),
  },
  vk: {
    issuer: 'https://id.vk.com',
    endpoints: {
      authorize: 'https://id.vk.com/authorize',
      token: 'https://id.vk.com/oauth2/auth',
      profile: 'https://id.vk.com/oauth2/user_info',
    },
    scope: 'email',
    tokenParameters: ({ url, state }) => {
      const deviceId = url.searchParams.get('device_id')
      if (!deviceId) throw new Error('VK sent no device_id.')
      return { device_id: deviceId, state }
    },
    profileRequest: ({ id }, address, token) => ({
      address,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: id, access_token: token }),
    }),
    readProfile: (reply) => {
      const { user_id, first_name, last_name, email } = (reply.user ?? {}) as Fields
      return { id: user_id, names: [first_name, last_name], email }
    },
  },
}

/** Facebook sends {error: {message, type, code}} instead of the standard's string. */
function standardError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error
  const { type, code } = error as Fields
  return `${type ?? 'error'} ${code ?? ''}`.trim()
}

/** Converts a token reply to standard OAuth before the library reads it. */
async function standardReply(response: Response): Promise<Response> {
  const text = await response.text()
  const { status, headers } = response
  try {
    // VK's ID token isn't OpenID's and wouldn't validate; we need nothing from it.
    const { id_token: _, error, ...body } = JSON.parse(text)
    const reply = error === undefined ? body : { ...body, error: standardError(error) }
    return new Response(JSON.stringify(reply), { status, headers })
  } catch {
    return new Response(text, { status, headers })
  }
}

function configure(issuer: string, { authorize, token }: Endpoints, { id, secret, timeoutMs }: OAuth2Client) {
  const config = new openid.Configuration(
    { issuer, authorization_endpoint: authorize, token_endpoint: token },
    id,
    secret || undefined,
  )
  const fetchGuarded = guardedFetch(timeoutMs)
  config[openid.customFetch] = async (url, request) => standardReply(await fetchGuarded(url, request))
  config.timeout = timeoutMs / 1000
  if (token.startsWith('http:')) openid.allowInsecureRequests(config)
  return config
}

/** Sign-in with a provider that speaks OAuth 2 without OpenID. */
export function oauth2Provider(name: keyof typeof PROVIDERS, client: OAuth2Client): SignInProvider {
  const { issuer, scope, tokenParameters, profileRequest, readProfile, ...provider } = PROVIDERS[name]
  const at = (path: string) => `${client.standIn}/${name}/${path}`
  const endpoints = client.standIn
    ? { authorize: at('authorize'), token: at('token'), profile: at('profile') }
    : provider.endpoints
  const config = configure(issuer, endpoints, client)
  return {
    authorizationUrl: async ({ redirectUri, state, challenge }) =>
      openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),

    profile: async (callback) => {
      const checks = { expectedState: callback.state, pkceCodeVerifier: callback.verifier }
      const parameters = tokenParameters(callback)
      const { access_token: token } = await openid.authorizationCodeGrant(config, callback.url, checks, parameters)
      const { address, headers, body } = profileRequest(client, endpoints.profile, token)
      const response = await guardedFetch(client.timeoutMs)(address, {
        method: body ? 'POST' : 'GET',
        body,
        headers: { ...headers, accept: 'application/json' },
        redirect: 'manual',
      })
      if (response.status !== 200) throw new Error(`The profile request failed with status ${response.status}.`)
      const reply = await readJson(response)
      if (typeof reply !== 'object' || reply === null) throw new Error('The profile is not an object.')
      const { id, names, email } = readProfile(reply as Fields)
      return {
        issuer,
        subject: subjectOf(id),
        name: names.flatMap((part) => textOf(part) ?? []).join(' '),
        email: textOf(email),
        isEmailVerified: false,
      }
    },
  }
}
