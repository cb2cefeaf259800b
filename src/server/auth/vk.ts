import * as openid from 'openid-client'
import { guardedFetch } from '../guarded-fetch.ts'
import { type PlainOAuthOptions, plainOAuth, readProfile } from './plain-oauth.ts'
import { subjectOf, textOf } from './profile.ts'
import type { SignInProvider } from './sign-in-provider.ts'

type VkOptions = PlainOAuthOptions & { userinfoUrl: string; challengeMethod: string }

/** VK ID: PKCE in place of a secret, a device id to be handed on, the profile by POST. Its addresses never count as verified. */
export function vkProvider(options: VkOptions): SignInProvider {
  const config = plainOAuth(options)
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
      if (!deviceId) throw new Error('VK has sent no device_id.')
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
