import * as openid from 'openid-client'
import { guardedFetch } from './guarded-fetch.ts'
import { type Profile, subjectOf, textOf } from './profile.ts'
import type { Callback, SignInProvider } from './sign-in-provider.ts'

/** A changed document of Google is seen within the hour; its keys are renewed by the client as needed. */
const DISCOVERY_MS = 3600_000

export type GoogleOptions = { issuer: string; clientId: string; clientSecret: string; timeoutMs: number }

/** Google, or any OpenID provider: discovery, PKCE, nonce, and an ID token whose signature is checked. */
export function googleProvider({ issuer, clientId, clientSecret, timeoutMs }: GoogleOptions): SignInProvider {
  let discovered: { config: openid.Configuration; until: number } | undefined

  const configuration = async (): Promise<openid.Configuration> => {
    if (discovered && discovered.until > Date.now()) return discovered.config
    const config = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: timeoutMs / 1000,
      [openid.customFetch]: guardedFetch(timeoutMs),
      // Plain HTTP only where the setting itself says so: a provider on this machine.
      execute: [
        openid.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
      ],
    })
    discovered = { config, until: Date.now() + DISCOVERY_MS }
    return config
  }

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
