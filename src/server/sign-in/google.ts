import { LRUCache } from 'lru-cache'
import * as openid from 'openid-client'
import { guardedFetch } from '../guarded-fetch.ts'
import { type SignInProvider, subjectOf, textOf } from './provider.ts'

/** How long a discovery document is cached. The client refreshes the keys as needed. */
const DISCOVERY_MS = 3600_000

type GoogleOptions = { issuer: string; clientId: string; clientSecret: string; timeoutMs: number }

/** Google: OpenID with discovery, PKCE, a nonce, and an ID token with a verified signature. */
export function googleProvider({ issuer, clientId, clientSecret, timeoutMs }: GoogleOptions): SignInProvider {
  const configurations = new LRUCache<string, openid.Configuration>({
    max: 1,
    ttl: DISCOVERY_MS,
    fetchMethod: () =>
      openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: timeoutMs / 1000,
        [openid.customFetch]: guardedFetch(timeoutMs),
        // Plain HTTP only if the setting allows it, for a provider on this machine.
        execute: [
          openid.enableNonRepudiationChecks,
          ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
        ],
      }),
  })
  const configuration = () => configurations.forceFetch(issuer)

  return {
    authorizationUrl: async ({ redirectUri, state, nonce, challenge }) =>
      openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),

    profile: async ({ url, state, nonce, verifier }) => {
      const tokens = await openid.authorizationCodeGrant(await configuration(), url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const { iss, sub, name, email, email_verified } = (tokens.claims() ?? {}) as Record<string, unknown>
      return {
        issuer: textOf(iss) ?? issuer,
        subject: subjectOf(sub),
        name: textOf(name) ?? '',
        email: textOf(email),
        isEmailVerified: email_verified === true,
      }
    },
  }
}
