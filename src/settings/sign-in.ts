import { choice, number, text } from './entry.ts'
import { PLAIN_ADDRESS } from './forms.ts'

/** An address of a provider, which changes only if the provider does. */
const address = (initial: string, help: string) => text({ default: initial, form: PLAIN_ADDRESS, help })

/** The identity providers that people sign in with. */
export const signIn = {
  GOOGLE_CLIENT_ID: text({
    needs: ['GOOGLE_CLIENT_SECRET'],
    help: 'Sign-in with Google (callback: /auth/google/callback): the id of a client there. Empty: no button.',
  }),
  GOOGLE_CLIENT_SECRET: text({
    isSecret: true,
    needs: ['GOOGLE_CLIENT_ID'],
    help: 'The secret of that client.',
  }),
  GOOGLE_ISSUER: address('https://accounts.google.com', 'Google, or another OpenID provider in its place.'),
  FACEBOOK_CLIENT_ID: text({
    needs: ['FACEBOOK_CLIENT_SECRET'],
    help: 'Sign-in with Facebook (callback: /auth/facebook/callback): the id of an app there. Empty: no button.',
  }),
  FACEBOOK_CLIENT_SECRET: text({
    isSecret: true,
    needs: ['FACEBOOK_CLIENT_ID'],
    help: 'The secret of that app.',
  }),
  FACEBOOK_AUTHORIZATION_URL: address('https://www.facebook.com/v24.0/dialog/oauth', 'Where Facebook asks people.'),
  FACEBOOK_TOKEN_URL: address('https://graph.facebook.com/v24.0/oauth/access_token', 'Where it gives tokens.'),
  FACEBOOK_USERINFO_URL: address('https://graph.facebook.com/v24.0/me', 'Where it says who somebody is.'),
  VK_CLIENT_ID: text({
    help: 'Sign-in with VK ID (callback: /auth/vk/callback): the id of a client there. Empty: no button.',
  }),
  VK_CLIENT_SECRET: text({
    isSecret: true,
    needs: ['VK_CLIENT_ID'],
    help: 'The secret of that client, if it has one.',
  }),
  VK_AUTHORIZATION_URL: address('https://id.vk.com/authorize', 'Where VK ID asks people.'),
  VK_TOKEN_URL: address('https://id.vk.com/oauth2/auth', 'Where it gives tokens.'),
  VK_USERINFO_URL: address('https://id.vk.com/oauth2/user_info', 'Where it says who somebody is.'),
  VK_PKCE_METHOD: choice(['S256', 's256'], {
    default: 'S256',
    help: 'How VK spells the PKCE method: S256, or s256.',
  }),
  PROVIDER_TIMEOUT_MS: number({
    from: 100,
    to: 60_000,
    default: 8000,
    help: 'How long a provider may take, in milliseconds: whoever signs in is back within ten seconds.',
  }),
}
