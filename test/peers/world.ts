import { urls } from '#contract/urls.ts'
import { settingsOf } from '#server/demo/identity/start.ts'
import { startTestApp, type TestApp } from '../helpers.ts'
import type { FetchBrowser } from './fetch-browser.ts'
import { type FaultyGoogle, startFaultyGoogle } from './google.ts'
import { type FaultyVendors, startFaultyVendors } from './vendors.ts'

export type OAuthWorld = TestApp & { base: string; google: FaultyGoogle; vendors: FaultyVendors }

/** The app on a loopback port, with its three providers on others. */
export async function startOAuthWorld(timeoutMs = 800): Promise<OAuthWorld> {
  const [google, vendors] = await Promise.all([startFaultyGoogle(), startFaultyVendors()])
  const world = await startTestApp({ PROVIDER_TIMEOUT_MS: String(timeoutMs), ...settingsOf({ google, vendors }) })
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

/** Who the browser is to the app. */
export async function whoIs(world: OAuthWorld, browser: FetchBrowser): Promise<number | undefined> {
  const { body } = await browser.send('GET', `${world.base}${urls.login}`)
  return body.data.user_id
}

/** Sets off for a provider and stops before coming back: the callback's address, as the provider made it. */
export async function reachCallback(
  world: OAuthWorld,
  browser: FetchBrowser,
  provider: string,
  next: string = urls.account,
) {
  const start = `${world.base}${urls.signInWith(provider)}?next=${encodeURIComponent(next)}`
  const visit = await browser.follow(start, (address) => !address.startsWith(`${world.base}/`))
  return new URL(visit.location ?? '', visit.url).href
}

/** The whole way; the answer is the app's, to the callback. */
export async function signInWith(
  world: OAuthWorld,
  browser: FetchBrowser,
  provider: string,
  next: string = urls.account,
) {
  return browser.visit(await reachCallback(world, browser, provider, next))
}
