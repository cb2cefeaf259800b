import { choice, number, text } from './entry.ts'
import { PLAIN_ADDRESS } from './forms.ts'

/** An address of a provider, which changes only if the provider changes it. */
const address = (initial: string, help: string) => text({ default: initial, form: PLAIN_ADDRESS, help })

/** The identity providers that people sign in with. */
export const signIn = {
  GOOGLE_CLIENT_ID: text({
    needs: ['GOOGLE_CLIENT_SECRET'],
    help: 'Client id for Google sign-in (callback: /auth/google/callback). Empty: no button.',
  }),
  GOOGLE_CLIENT_SECRET: text({
    isSecret: true,
    needs: ['GOOGLE_CLIENT_ID'],
    help: 'Client secret for Google sign-in.',
  }),
  GOOGLE_ISSUER: address('https://accounts.google.com', 'Google, or another OpenID provider in its place.'),
  FACEBOOK_CLIENT_ID: text({
    needs: ['FACEBOOK_CLIENT_SECRET'],
    help: 'App id for Facebook sign-in (callback: /auth/facebook/callback). Empty: no button.',
  }),
  FACEBOOK_CLIENT_SECRET: text({
    isSecret: true,
    needs: ['FACEBOOK_CLIENT_ID'],
    help: 'App secret for Facebook sign-in.',
  }),
  FACEBOOK_AUTHORIZATION_URL: address('https://www.facebook.com/v24.0/dialog/oauth', 'Authorization endpoint.'),
  FACEBOOK_TOKEN_URL: address('https://graph.facebook.com/v24.0/oauth/access_token', 'Token endpoint.'),
  FACEBOOK_USERINFO_URL: address('https://graph.facebook.com/v24.0/me', 'User info endpoint.'),
  VK_CLIENT_ID: text({
    help: 'Client id for VK ID sign-in (callback: /auth/vk/callback). Empty: no button.',
  }),
  VK_CLIENT_SECRET: text({
    isSecret: true,
    needs: ['VK_CLIENT_ID'],
    help: 'Client secret for VK ID, if the client has one.',
  }),
  VK_AUTHORIZATION_URL: address('https://id.vk.com/authorize', 'Authorization endpoint.'),
  VK_TOKEN_URL: address('https://id.vk.com/oauth2/auth', 'Token endpoint.'),
  VK_USERINFO_URL: address('https://id.vk.com/oauth2/user_info', 'User info endpoint.'),
  VK_PKCE_METHOD: choice(['S256', 's256'], {
    default: 'S256',
    help: 'Spelling of the PKCE method that VK expects: S256 or s256.',
  }),
  PROVIDER_TIMEOUT_MS: number({
    from: 100,
    to: 60_000,
    default: 8000,
    help: 'Timeout for calls to a provider, in milliseconds.',
  }),
}
