import { number, text } from './entry.ts'
import { PLAIN_ADDRESS } from './forms.ts'

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
  GOOGLE_ISSUER: text({
    default: 'https://accounts.google.com',
    form: PLAIN_ADDRESS,
    help: 'Google, or another OpenID provider in its place.',
  }),
  FACEBOOK_CLIENT_ID: text({
    needs: ['FACEBOOK_CLIENT_SECRET'],
    help: 'App id for Facebook sign-in (callback: /auth/facebook/callback). Empty: no button.',
  }),
  FACEBOOK_CLIENT_SECRET: text({
    isSecret: true,
    needs: ['FACEBOOK_CLIENT_ID'],
    help: 'App secret for Facebook sign-in.',
  }),
  VK_CLIENT_ID: text({
    help: 'Client id for VK ID sign-in (callback: /auth/vk/callback). Empty: no button.',
  }),
  VK_CLIENT_SECRET: text({
    isSecret: true,
    needs: ['VK_CLIENT_ID'],
    help: 'Client secret for VK ID, if the client has one.',
  }),
  OAUTH_STAND_IN: text({
    form: PLAIN_ADDRESS,
    help: 'Origin of a server that stands in for Facebook and VK, for tests.',
  }),
  PROVIDER_TIMEOUT_MS: number({
    from: 100,
    to: 60_000,
    default: 8000,
    help: 'Timeout for calls to a provider, in milliseconds.',
  }),
}
