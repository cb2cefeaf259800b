import { settingsOfGoogle, settingsOfVendors } from '#server/demo/identity/start.ts'
import type { Sender } from '#server/sign-in/senders.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { type FaultyGoogle, startFaultyGoogle } from './google.ts'
import { type FaultyVendors, startFaultyVendors } from './vendors.ts'

export type OAuthWorld = TestApp & { base: string; google: FaultyGoogle; vendors: FaultyVendors }

/** The app on a loopback port and its providers on others, with a timeout of `timeoutMs`. */
export async function startOAuthWorld(timeoutMs = 60_000, sender: Sender = {}): Promise<OAuthWorld> {
  const [google, vendors] = await Promise.all([startFaultyGoogle(), startFaultyVendors()])
  const world = await startTestApp(
    { PROVIDER_TIMEOUT_MS: String(timeoutMs), ...settingsOfGoogle(google), ...settingsOfVendors(vendors) },
    sender,
  )
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
