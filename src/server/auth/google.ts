import * as openid from 'openid-client'
import { Cache } from '../cache.ts'
import { guardedFetch } from '../guarded-fetch.ts'
import { type Callback, type Profile, type SignInProvider, subjectOf, textOf } from './provider.ts'

/** How long Google's discovery document is cached. The client refreshes the keys as needed. */
const DISCOVERY_MS = 3600_000

type GoogleOptions = { issuer: string; clientId: string; clientSecret: string; timeoutMs: number }

/** Google, or any OpenID provider: discovery, PKCE, a nonce, and an ID token with a verified signature. */
export function googleProvider({ issuer, clientId, clientSecret, timeoutMs }: GoogleOptions): SignInProvider {
  const configurations = new Cache<openid.Configuration>({ maxEntries: 1 })

  const discover = async () => {
    const value = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: timeoutMs / 1000,
      [openid.customFetch]: guardedFetch(timeoutMs),
      // Plain HTTP only if the setting allows it, for a provider on this machine.
      execute: [
        openid.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
      ],
    })
    return { value, ttlMs: DISCOVERY_MS }
  }
  const configuration = () => configurations.get(issuer, discover)

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

    profile: async ({ url, state, nonce, verifier }: Callback): Promise<Profile> => {
      const tokens = await openid.authorizationCodeGrant(await configuration(), url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      return {
        issuer: textOf(claims?.iss) ?? issuer,
        subject: subjectOf(claims?.sub),
        name: textOf(claims?.name) ?? '',
        email: textOf(claims?.email),
        isEmailVerified: claims?.email_verified === true,
      }
    },
  }
}
