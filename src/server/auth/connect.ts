import type { Provider } from '#contract/auth.ts'
import type { Settings } from '../settings.ts'
import { facebookProvider } from './facebook.ts'
import { googleProvider } from './google.ts'
import { configuredProviders, findClient, type ProviderClient } from './providers.ts'
import type { SignInProvider } from './sign-in-provider.ts'
import { vkProvider } from './vk.ts'

/** The names under which identities are stored: they outlive a change of the vendors' addresses. */
const FACEBOOK_ISSUER = 'https://www.facebook.com'
const VK_ISSUER = 'https://id.vk.com'

function connect(client: ProviderClient, settings: Settings): SignInProvider {
  const timeoutMs = settings.PROVIDER_TIMEOUT_MS
  switch (client.provider) {
    case 'google':
      return googleProvider({ ...client, issuer: settings.GOOGLE_ISSUER, timeoutMs })
    case 'facebook':
      return facebookProvider({
        ...client,
        issuer: FACEBOOK_ISSUER,
        authorizationUrl: settings.FACEBOOK_AUTHORIZATION_URL,
        tokenUrl: settings.FACEBOOK_TOKEN_URL,
        userinfoUrl: settings.FACEBOOK_USERINFO_URL,
        timeoutMs,
      })
    case 'vk':
      return vkProvider({
        ...client,
        issuer: VK_ISSUER,
        authorizationUrl: settings.VK_AUTHORIZATION_URL,
        tokenUrl: settings.VK_TOKEN_URL,
        userinfoUrl: settings.VK_USERINFO_URL,
        challengeMethod: settings.VK_PKCE_METHOD,
        timeoutMs,
      })
  }
}

/** The configured providers, ready to be used. Nothing is asked of them before somebody signs in. */
export function connectProviders(settings: Settings): Map<string, { provider: Provider; peer: SignInProvider }> {
  return new Map(
    configuredProviders(settings).map((provider) => {
      const client = findClient(settings, provider) as ProviderClient
      return [provider, { provider, peer: connect(client, settings) }]
    }),
  )
}
