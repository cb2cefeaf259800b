import { settingsOf } from '#server/demo/identity/start.ts'
import type { Sender } from '#server/sign-in/senders.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { type FaultyGoogle, startFaultyGoogle } from './google.ts'
import { type FaultyVendors, startFaultyVendors } from './vendors.ts'

export type OAuthWorld = TestApp & { base: string; google: FaultyGoogle; vendors: FaultyVendors }

/** Providers of the operator's own, which all lead to the stand-in for Google. */
function addedProviders({ url, client }: FaultyGoogle): string {
  const there = { issuer: url, client_id: client.id, client_secret: client.secret }
  return JSON.stringify([
    { id: 'line', name: 'LINE', countries: ['JP', 'TW'], ...there },
    { id: 'apple', name: 'Apple', verifies_email: true, scopes: 'openid email', ...there },
  ])
}

/** The app on a loopback port and its providers on others, with a timeout of `timeoutMs`. */
export async function startOAuthWorld(timeoutMs = 60_000, sender: Sender = {}): Promise<OAuthWorld> {
  const [google, vendors] = await Promise.all([startFaultyGoogle(), startFaultyVendors()])
  const environment = { ...settingsOf({ google, vendors }), OIDC_PROVIDERS: addedProviders(google) }
  const world = await startTestApp({ PROVIDER_TIMEOUT_MS: String(timeoutMs), ...environment }, sender)
  const base = await world.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    ...world,
    base,
    google,
    vendors,
    close: async () => {
      await Promise.all([google.close(), vendors.close()])
      await world.close()
    },
  }
}
