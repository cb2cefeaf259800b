import { PROVIDERS, type Provider } from '#contract/auth.ts'
import type { Settings } from '../settings.ts'
import { facebookProvider } from './facebook.ts'
import { googleProvider } from './google.ts'
import type { SignInProvider } from './provider.ts'
import { vkProvider } from './vk.ts'

/** The issuers under which identities are stored. They stay the same when a vendor's addresses change. */
const FACEBOOK_ISSUER = 'https://www.facebook.com'
const VK_ISSUER = 'https://id.vk.com'

function isConfigured(provider: Provider, settings: Settings): boolean {
  switch (provider) {
    case 'google':
      return settings.GOOGLE_CLIENT_ID !== '' && settings.GOOGLE_CLIENT_SECRET !== ''
    case 'facebook':
      return settings.FACEBOOK_CLIENT_ID !== '' && settings.FACEBOOK_CLIENT_SECRET !== ''
    case 'vk':
      // VK ID authenticates clients by PKCE; a secret is optional.
      return settings.VK_CLIENT_ID !== ''
  }
}

/** The providers with a configured client. The others get no button, and their URLs return 404. */
export function configuredProviders(settings: Settings): Provider[] {
  return PROVIDERS.filter((provider) => isConfigured(provider, settings))
}

function createProvider(provider: Provider, settings: Settings): SignInProvider {
  const timeoutMs = settings.PROVIDER_TIMEOUT_MS
  switch (provider) {
    case 'google':
      return googleProvider({
        issuer: settings.GOOGLE_ISSUER,
        clientId: settings.GOOGLE_CLIENT_ID,
        clientSecret: settings.GOOGLE_CLIENT_SECRET,
        timeoutMs,
      })
    case 'facebook':
      return facebookProvider({
        issuer: FACEBOOK_ISSUER,
        clientId: settings.FACEBOOK_CLIENT_ID,
        clientSecret: settings.FACEBOOK_CLIENT_SECRET,
        authorizationUrl: settings.FACEBOOK_AUTHORIZATION_URL,
        tokenUrl: settings.FACEBOOK_TOKEN_URL,
        userinfoUrl: settings.FACEBOOK_USERINFO_URL,
        timeoutMs,
      })
    case 'vk':
      return vkProvider({
        issuer: VK_ISSUER,
        clientId: settings.VK_CLIENT_ID,
        clientSecret: settings.VK_CLIENT_SECRET,
        authorizationUrl: settings.VK_AUTHORIZATION_URL,
        tokenUrl: settings.VK_TOKEN_URL,
        userinfoUrl: settings.VK_USERINFO_URL,
        challengeMethod: settings.VK_PKCE_METHOD,
        timeoutMs,
      })
  }
}

export type ConnectedProvider = { provider: Provider; client: SignInProvider }

/** The configured providers by name. None is contacted until somebody signs in. */
export function connectProviders(settings: Settings): Map<string, ConnectedProvider> {
  return new Map(
    configuredProviders(settings).map((provider) => [
      provider,
      { provider, client: createProvider(provider, settings) },
    ]),
  )
}
