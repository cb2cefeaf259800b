import type { Settings } from '#settings/settings.ts'
import { readJson } from '../../files.ts'
import { startFacebookAndVk } from './facebook-and-vk.ts'
import { type GoogleStandIn, startGoogle } from './google.ts'
import type { Person, StandIn } from './stand-in.ts'

/** The settings that point to a stand-in for Google. */
export const settingsOfGoogle = ({ url, client }: GoogleStandIn) => ({
  GOOGLE_ISSUER: url,
  GOOGLE_CLIENT_ID: client.id,
  GOOGLE_CLIENT_SECRET: client.secret,
})

/** The settings that point to a stand-in for Facebook and VK. */
export const settingsOfVendors = ({ url, client }: StandIn) => ({
  FACEBOOK_CLIENT_ID: client.id,
  FACEBOOK_CLIENT_SECRET: client.secret,
  VK_CLIENT_ID: client.id,
  OAUTH_STAND_IN: url,
})

/**
 * Starts stand-ins for Google, Facebook and VK on free ports of this machine and returns settings that point to them,
 * except where the operator has a client of their own.
 */
export async function startIdentityProviders(
  settings: Settings,
): Promise<{ settings: Settings; close: () => Promise<void> }> {
  const people = readJson<Person[]>('data/demo/people.json')
  const audience = { people }
  const [google, vendors] = await Promise.all([startGoogle({ audience }), startFacebookAndVk({ audience })])
  const { GOOGLE_CLIENT_ID, FACEBOOK_CLIENT_ID, VK_CLIENT_ID } = settings
  return {
    settings: {
      ...settings,
      ...(GOOGLE_CLIENT_ID ? {} : settingsOfGoogle(google)),
      ...(FACEBOOK_CLIENT_ID || VK_CLIENT_ID ? {} : settingsOfVendors(vendors)),
    },
    close: async () => {
      await Promise.all([google.close(), vendors.close()])
    },
  }
}
