import { urls } from '#contract/urls.ts'
import type { FetchBrowser, Visit } from './fetch-browser.ts'

/** The app's base URL. */
type Base = { base: string }

/** The user that the app sees in this browser. */
export async function whoIs({ base }: Base, browser: FetchBrowser): Promise<number | undefined> {
  const { body } = await browser.send('GET', `${base}${urls.login}`)
  return body.data.user_id
}

/** Starts a sign-in and stops before the callback. @returns the callback URL from the provider */
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

/** The whole sign-in. @returns the app's reply to the callback */
export async function signInWith(
  app: Base,
  browser: FetchBrowser,
  provider: string,
  next: string = urls.account,
): Promise<Visit> {
  return browser.visit(await reachCallback(app, browser, provider, next))
}
