import { urls } from '#contract/urls.ts'
import type { FetchBrowser, Visit } from './fetch-browser.ts'

/** The app's address. */
type Base = { base: string }

/** Who the browser is to the app. */
export async function whoIs({ base }: Base, browser: FetchBrowser): Promise<number | undefined> {
  const { body } = await browser.send('GET', `${base}${urls.login}`)
  return body.data.user_id
}

/** Sets off for a provider and stops before coming back: the callback's address, as the provider made it. */
export async function reachCallback(
  { base }: Base,
  browser: FetchBrowser,
  provider: string,
  next: string = urls.account,
): Promise<string> {
  const start = `${base}${urls.signInWith(provider)}?next=${encodeURIComponent(next)}`
  const visit = await browser.follow(start, (address) => !address.startsWith(`${base}/`))
  return new URL(visit.location ?? '', visit.url).href
}

/** The whole way; the answer is the app's, to the callback. */
export async function signInWith(
  app: Base,
  browser: FetchBrowser,
  provider: string,
  next: string = urls.account,
): Promise<Visit> {
  return browser.visit(await reachCallback(app, browser, provider, next))
}
