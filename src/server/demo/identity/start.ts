import type { Provider } from '#contract/sign-in.ts'
import { PROVIDERS } from '#contract/sign-in.ts'
import { readSettings } from '#settings/read.ts'
import type { Settings } from '#settings/settings.ts'
import { readJson } from '../../files.ts'
import { startFacebookAndVk } from './facebook-and-vk.ts'
import { type GoogleStandIn, startGoogle } from './google.ts'
import type { Person, StandIn } from './stand-in.ts'

/** The settings that point to the stand-ins. */
export function settingsOf({ google, vendors }: { google: GoogleStandIn; vendors: StandIn }) {
  const { id, secret } = vendors.client
  return {
    GOOGLE_ISSUER: google.url,
    GOOGLE_CLIENT_ID: google.client.id,
    GOOGLE_CLIENT_SECRET: google.client.secret,
    FACEBOOK_CLIENT_ID: id,
    FACEBOOK_CLIENT_SECRET: secret,
    FACEBOOK_AUTHORIZATION_URL: `${vendors.url}/facebook/authorize`,
    FACEBOOK_TOKEN_URL: `${vendors.url}/facebook/token`,
    FACEBOOK_USERINFO_URL: `${vendors.url}/facebook/profile`,
    VK_CLIENT_ID: id,
    VK_AUTHORIZATION_URL: `${vendors.url}/vk/authorize`,
    VK_TOKEN_URL: `${vendors.url}/vk/token`,
    VK_USERINFO_URL: `${vendors.url}/vk/profile`,
    VK_PKCE_METHOD: 's256',
  } satisfies Partial<Settings>
}

const isOf = (provider: Provider, name: string) => name.startsWith(`${provider.toUpperCase()}_`)

/** The providers for which the operator changed any setting. */
function configuredByHand(settings: Settings): Provider[] {
  const defaults: Record<string, unknown> = readSettings({})
  const changed = Object.entries(settings).filter(([name, value]) => value !== defaults[name])
  return PROVIDERS.filter((provider) => changed.some(([name]) => isOf(provider, name)))
}

/**
 * Starts stand-ins for Google, Facebook and VK on free ports of this machine and returns settings that point to them. A
 * provider that the operator has configured keeps its settings.
 */
export async function startIdentityProviders(
  settings: Settings,
): Promise<{ settings: Settings; close: () => Promise<void> }> {
  const people = readJson<Person[]>('data/demo/people.json')
  const audience = { people }
  const [google, vendors] = await Promise.all([startGoogle({ audience }), startFacebookAndVk({ audience })])
  const byHand = configuredByHand(settings)
  const ours = Object.entries(settingsOf({ google, vendors })).filter(
    ([name]) => !byHand.some((provider) => isOf(provider, name)),
  )
  return {
    settings: { ...settings, ...Object.fromEntries(ours) },
    close: async () => {
      await Promise.all([google.close(), vendors.close()])
    },
  }
}
