import { type Brand, BUILT_IN_LEGAL } from '#contract/brand.ts'
import type { SignIn } from '#contract/page-data.ts'
import { CODE_CHANNELS, PROVIDERS, type Provider } from '#contract/sign-in.ts'
import type { Settings } from '#settings/settings.ts'
import { googleProvider } from './google.ts'
import { oauth2Provider } from './oauth2-providers.ts'
import type { SignInProvider } from './provider.ts'
import type { Sender } from './senders.ts'

const CONNECT: Record<Provider, (settings: Settings) => SignInProvider> = {
  google: (settings) =>
    googleProvider({
      issuer: settings.GOOGLE_ISSUER,
      clientId: settings.GOOGLE_CLIENT_ID,
      clientSecret: settings.GOOGLE_CLIENT_SECRET,
      timeoutMs: settings.PROVIDER_TIMEOUT_MS,
    }),
  facebook: (settings) =>
    oauth2Provider('facebook', {
      id: settings.FACEBOOK_CLIENT_ID,
      secret: settings.FACEBOOK_CLIENT_SECRET,
      standIn: settings.OAUTH_STAND_IN,
      timeoutMs: settings.PROVIDER_TIMEOUT_MS,
    }),
  vk: (settings) =>
    oauth2Provider('vk', {
      id: settings.VK_CLIENT_ID,
      secret: settings.VK_CLIENT_SECRET,
      standIn: settings.OAUTH_STAND_IN,
      timeoutMs: settings.PROVIDER_TIMEOUT_MS,
    }),
}

/** The client of each provider; the settings accept a Google or Facebook client only with its secret. */
const CLIENT_IDS = { google: 'GOOGLE_CLIENT_ID', facebook: 'FACEBOOK_CLIENT_ID', vk: 'VK_CLIENT_ID' } as const

/** Those that have a client. The others get no button, and their URLs return 404. */
function configuredProviders(settings: Settings): Provider[] {
  return PROVIDERS.filter((provider) => settings[CLIENT_IDS[provider]] !== '')
}

/** How visitors can sign in to this service's own accounts. */
export function ownSignIn(settings: Settings, sender: Sender, brand: Brand | undefined): SignIn {
  return {
    hasOwnAccounts: true,
    providers: configuredProviders(settings),
    codeChannels: CODE_CHANNELS.filter((channel) => sender[channel]),
    linkedSignInUrl: null,
    legal: brand?.legal ?? BUILT_IN_LEGAL,
  }
}

export type ConnectedProvider = { provider: Provider; client: SignInProvider }

/** The configured providers by name. None is contacted before the first sign-in. */
export function connectProviders(settings: Settings): Map<string, ConnectedProvider> {
  return new Map(
    configuredProviders(settings).map((provider) => [provider, { provider, client: CONNECT[provider](settings) }]),
  )
}
