import { PROVIDERS, type Provider } from '#contract/sign-in.ts'
import type { Settings } from '#settings/settings.ts'
import { facebookProvider } from './facebook.ts'
import { openIdProvider } from './openid.ts'
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

/** Those of the three that have a client. The others get no button, and their URLs return 404. */
export function configuredProviders(settings: Settings): Provider[] {
  return PROVIDERS.filter((provider) => isConfigured(provider, settings))
}

function createProvider(provider: Provider, settings: Settings): SignInProvider {
  const timeoutMs = settings.PROVIDER_TIMEOUT_MS
  switch (provider) {
    case 'google':
      return openIdProvider({
        issuer: settings.GOOGLE_ISSUER,
        clientId: settings.GOOGLE_CLIENT_ID,
        clientSecret: settings.GOOGLE_CLIENT_SECRET,
        verifiesEmail: true,
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

const NAMES: Record<Provider, string> = { google: 'Google', facebook: 'Facebook', vk: 'VK' }

/** How people know the providers, by id. */
export function providerNames(settings: Settings): Record<string, string> {
  return { ...NAMES, ...Object.fromEntries(settings.OIDC_PROVIDERS.map(({ id, name }) => [id, name])) }
}

function createOidcProviders(settings: Settings): [id: string, client: SignInProvider][] {
  return settings.OIDC_PROVIDERS.map((provider) => [
    provider.id,
    openIdProvider({
      issuer: provider.issuer,
      clientId: provider.client_id,
      clientSecret: provider.client_secret,
      scopes: provider.scopes,
      idTokenAlgorithm: provider.id_token_algorithm,
      verifiesEmail: provider.verifies_email ?? false,
      timeoutMs: settings.PROVIDER_TIMEOUT_MS,
    }),
  ])
}

export type ConnectedProvider = { provider: string; client: SignInProvider }

/** The configured providers by name. None is contacted until somebody signs in. */
export function connectProviders(settings: Settings): Map<string, ConnectedProvider> {
  const builtIn = configuredProviders(settings).map(
    (provider) => [provider, createProvider(provider, settings)] as const,
  )
  return new Map(
    [...builtIn, ...createOidcProviders(settings)].map(([provider, client]) => [provider, { provider, client }]),
  )
}
