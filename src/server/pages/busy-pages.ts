import type { Locale } from '#contract/locales.ts'
import { urls } from '#contract/urls.ts'
import type { Site } from './site.ts'

type Nonces = { script: string; style: string }

const PLACES: Nonces = { script: 'nonce-of-scripts', style: 'nonce-of-styles' }

/** The error page for those who are turned away: rendered once per language, because rendering is what there is no time for. */
export function busyPages(site: Site): (locale: Locale, nonces: Nonces) => Promise<string> {
  const rendered = new Map<Locale, Promise<string>>()
  return async (locale, nonces) => {
    const assets = site.assets.error
    const page =
      rendered.get(locale) ??
      site.renderer.renderError(
        { locale, nonces: PLACES, assets, catalogs: site.catalogs(locale), address: urls.landing },
        500,
      )
    rendered.set(locale, page)
    return (await page).replaceAll(PLACES.script, nonces.script).replaceAll(PLACES.style, nonces.style)
  }
}
