import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '../helpers.ts'
import type { FetchBrowser } from './fetch-browser.ts'
import { type GooglePeer, startGoogle } from './google.ts'
import { startVendors, type VendorPeer } from './vendors.ts'

export type OAuthWorld = TestApp & { base: string; google: GooglePeer; vendors: VendorPeer }

/** The app on a loopback port, with its three providers on others. */
export async function startOAuthWorld(timeoutMs = 800): Promise<OAuthWorld> {
  const [google, vendors] = await Promise.all([startGoogle(), startVendors()])
  const { id, secret } = vendors.client
  const world = await startTestApp({
    PROVIDER_TIMEOUT_MS: String(timeoutMs),
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
  })
  const base = await world.app.listen({ port: 0, host: '127.0.0.1' })
  google.register(`${base}${urls.callback('google')}`)
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
