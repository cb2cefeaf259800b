import * as openid from 'openid-client'
import { guardedFetch } from '../guarded-fetch.ts'
import { type OAuth2Options, oauth2Client, readProfile, type SignInProvider, subjectOf, textOf } from './provider.ts'

/**
 * VK ID: PKCE instead of a secret, a device id to pass on, and the profile by POST. Email addresses never count as
 * verified.
 */
export function vkProvider(options: OAuth2Options & { challengeMethod: string }): SignInProvider {
  const config = oauth2Client(options)
  return {
    authorizationUrl: async ({ redirectUri, state, challenge }) =>
      openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'email',
        state,
        code_challenge: challenge,
        code_challenge_method: options.challengeMethod,
      }),

    profile: async ({ url, state, verifier }) => {
      const deviceId = url.searchParams.get('device_id')
      if (!deviceId) throw new Error('VK sent no device_id.')
      const checks = { expectedState: state, pkceCodeVerifier: verifier }
      const { access_token: token } = await openid.authorizationCodeGrant(config, url, checks, {
        device_id: deviceId,
        state,
      })
      const request = {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({ client_id: options.clientId, access_token: token }),
        redirect: 'manual',
      } as const
      const { user } = await readProfile(await guardedFetch(options.timeoutMs)(options.userinfoUrl, request))
      const profile = (user ?? {}) as Record<string, unknown>
      return {
        issuer: options.issuer,
        subject: subjectOf(profile.user_id),
        name: [textOf(profile.first_name), textOf(profile.last_name)].filter(Boolean).join(' '),
        email: textOf(profile.email),
        isEmailVerified: false,
      }
    },
  }
}
