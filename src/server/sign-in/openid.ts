import * as openid from 'openid-client'
import { Cache } from '../cache.ts'
import { guardedFetch } from '../guarded-fetch.ts'
import { type AuthorizationRequest, type Callback, type SignInProvider, subjectOf, textOf } from './provider.ts'

/** How long a discovery document is cached. The client refreshes the keys as needed. */
const DISCOVERY_MS = 3600_000

type OpenIdOptions = {
  issuer: string
  clientId: string
  /** Undefined for a client that PKCE alone authenticates. */
  clientSecret: string | undefined
  scopes?: string | undefined
  /** Only if the provider signs ID tokens with another algorithm than its discovery document says. */
  idTokenAlgorithm?: string | undefined
  timeoutMs: number
}

/** A client of any OpenID provider: discovery, PKCE, a nonce, and an ID token with a verified signature. */
function openIdClient(options: OpenIdOptions) {
  const { issuer, clientId, clientSecret, scopes = 'openid email profile', idTokenAlgorithm, timeoutMs } = options
  const configurations = new Cache<openid.Configuration>({ maxEntries: 1 })
  // A token signed with our own secret (LINE) has no public key; it comes from the provider itself over TLS.
  const hasKeys = !idTokenAlgorithm?.startsWith('HS')
  const metadata = {
    ...(clientSecret ? { client_secret: clientSecret } : {}),
    ...(idTokenAlgorithm ? { id_token_signed_response_alg: idTokenAlgorithm } : {}),
  }

  const discover = async () => {
    const value = await openid.discovery(new URL(issuer), clientId, metadata, undefined, {
      timeout: timeoutMs / 1000,
      [openid.customFetch]: guardedFetch(timeoutMs),
      // Plain HTTP only if the setting allows it, for a provider on this machine.
      execute: [
        ...(hasKeys ? [openid.enableNonRepudiationChecks] : []),
        ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
      ],
    })
    return { value, ttlMs: DISCOVERY_MS }
  }
  const configuration = () => configurations.get(issuer, discover)

  return {
    authorizationUrl: async ({ redirectUri, state, nonce, challenge }: AuthorizationRequest) =>
      openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),

    /** The claims of the ID token; empty without any. */
    claims: async ({ url, state, nonce, verifier }: Callback): Promise<Record<string, unknown>> => {
      const tokens = await openid.authorizationCodeGrant(await configuration(), url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      return tokens.claims() ?? {}
    },
  }
}

/**
 * Google, or any OpenID provider that people sign in with. Its word on email addresses counts only if it
 * `verifiesEmail`.
 */
export function openIdProvider({
  verifiesEmail,
  ...options
}: OpenIdOptions & { verifiesEmail: boolean }): SignInProvider {
  const client = openIdClient(options)
  return {
    authorizationUrl: client.authorizationUrl,
    profile: async (callback) => {
      const { iss, sub, name, email, email_verified } = await client.claims(callback)
      return {
        issuer: textOf(iss) ?? options.issuer,
        subject: subjectOf(sub),
        name: textOf(name) ?? '',
        email: textOf(email),
        isEmailVerified: verifiesEmail && email_verified === true,
      }
    },
  }
}
