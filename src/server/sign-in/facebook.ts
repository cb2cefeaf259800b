import { createHmac } from 'node:crypto'
import * as openid from 'openid-client'
import { guardedFetch } from '../guarded-fetch.ts'
import { type OAuth2Options, oauth2Client, readProfile, type SignInProvider, subjectOf, textOf } from './provider.ts'

/**
 * Facebook: OAuth 2, with the profile from the Graph API. Email addresses may be missing and never count as verified.
 */
export function facebookProvider(options: OAuth2Options): SignInProvider {
  const config = oauth2Client(options)
  return {
    authorizationUrl: async ({ redirectUri, state, challenge }) =>
      openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'public_profile,email',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),

    profile: async ({ url, state, verifier }) => {
      const { access_token: token } = await openid.authorizationCodeGrant(config, url, {
        expectedState: state,
        pkceCodeVerifier: verifier,
      })
      const address = new URL(options.userinfoUrl)
      address.searchParams.set('fields', 'id,name,email')
      // Proves that the token was issued to us; apps can be configured to require this.
      address.searchParams.set(
        'appsecret_proof',
        createHmac('sha256', options.clientSecret).update(token).digest('hex'),
      )
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
      const request = { method: 'GET', headers, body: undefined, redirect: 'manual' } as const
      const profile = await readProfile(await guardedFetch(options.timeoutMs)(address.href, request))
      return {
        issuer: options.issuer,
        subject: subjectOf(profile.id),
        name: textOf(profile.name) ?? '',
        email: textOf(profile.email),
        isEmailVerified: false,
      }
    },
  }
}
