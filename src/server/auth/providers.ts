import { PROVIDERS, type Provider } from '#contract/auth.ts'
import type { Settings } from '../settings.ts'

export type ProviderClient = { provider: Provider; clientId: string; clientSecret: string }

const clients = (settings: Settings): Record<Provider, ProviderClient & { isComplete: boolean }> => {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, FACEBOOK_CLIENT_ID, FACEBOOK_CLIENT_SECRET } = settings
  const { VK_CLIENT_ID, VK_CLIENT_SECRET } = settings
  return {
    google: {
      provider: 'google',
      clientId: GOOGLE_CLIENT_ID,
      clientSecret: GOOGLE_CLIENT_SECRET,
      isComplete: GOOGLE_CLIENT_ID !== '' && GOOGLE_CLIENT_SECRET !== '',
    },
    facebook: {
      provider: 'facebook',
      clientId: FACEBOOK_CLIENT_ID,
      clientSecret: FACEBOOK_CLIENT_SECRET,
      isComplete: FACEBOOK_CLIENT_ID !== '' && FACEBOOK_CLIENT_SECRET !== '',
    },
    // VK ID knows its clients by PKCE; a secret is optional there.
    vk: {
      provider: 'vk',
      clientId: VK_CLIENT_ID,
      clientSecret: VK_CLIENT_SECRET,
      isComplete: VK_CLIENT_ID !== '',
    },
  }
}

/** The providers that people can sign in with: those whose client the settings name. The others get no button and answer 404. */
export function configuredProviders(settings: Settings): Provider[] {
  const known = clients(settings)
  return PROVIDERS.filter((provider) => known[provider].isComplete)
}

export function findClient(settings: Settings, name: string): ProviderClient | undefined {
  const provider = configuredProviders(settings).find((configured) => configured === name)
  return provider && clients(settings)[provider]
}
