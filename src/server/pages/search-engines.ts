import { addressInLocale, LOCALES } from '#contract/locales.ts'
import type { SignIn } from '#contract/page-data.ts'
import { getRobots, getSitemap } from '#contract/site.ts'
import { urls } from '#contract/urls.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import type { Settings } from '#settings/settings.ts'
import { publicAddress } from '../http/public-address.ts'
import type { App } from '../http/server.ts'

type SearchSettings = Pick<Settings, 'PUBLIC_URL'>

/** Paths that crawlers should skip: the API and personal pages. */
const CLOSED = ['/v1/', '/v2/', '/v3/', '/auth/', '/demo/', urls.account]

/** Enough for XML: our own URLs have no other special character. */
const escapeXml = (address: string) => address.replaceAll('&', '&amp;')

/** A page's entries, one per interface language, each linking to all others (sitemaps.org, hreflang). */
function entries(address: string): string {
  const addresses = [
    { tag: 'x-default', href: escapeXml(address) },
    ...LOCALES.map((locale) => ({ tag: locale, href: escapeXml(addressInLocale(address, locale)) })),
  ]
  const links = addresses.map(({ tag, href }) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${href}"/>`)
  return addresses.map(({ href }) => `<url><loc>${href}</loc>${links.join('')}</url>`).join('\n')
}

/** Without PUBLIC_URL, the origin comes from the request, so a shared cache must not serve one client's to others. */
const cacheControlOf = ({ PUBLIC_URL }: SearchSettings) => (PUBLIC_URL ? 'public, max-age=3600' : 'private, no-cache')

export function sitemapRoute(app: App, settings: SearchSettings): void {
  app.route({
    ...getSitemap,
    handler: (request, reply) => {
      const pages = [urls.landing, urls.quiz, ...LANGUAGES.map(urls.quizIn)]
      const body = pages.map((path) => entries(publicAddress(request, settings, path))).join('\n')
      reply.type('application/xml; charset=utf-8').header('cache-control', cacheControlOf(settings))
      return reply.send(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${body}
</urlset>
`)
    },
  })
}

type Accounts = Pick<SignIn, 'hasOwnAccounts'>

type HostSettings = Pick<Settings, 'PUBLIC_URL' | 'WEB_BASE_URL'>

/** Whether no marketplace shares our host, since /robots.txt applies to the whole host. */
function hasHostAlone({ hasOwnAccounts }: Accounts, { PUBLIC_URL, WEB_BASE_URL }: HostSettings): boolean {
  return hasOwnAccounts || (PUBLIC_URL !== '' && new URL(PUBLIC_URL).host !== new URL(WEB_BASE_URL).host)
}

/** A marketplace on the same host has its own /robots.txt, which names our sitemap. */
export function robotsRoute(app: App, { signIn, settings }: { signIn: Accounts; settings: HostSettings }): void {
  if (!hasHostAlone(signIn, settings)) return
  app.route({
    ...getRobots,
    handler: (request, reply) => {
      reply.type('text/plain; charset=utf-8').header('cache-control', cacheControlOf(settings))
      const closed = CLOSED.map((path) => `Disallow: ${path}\n`).join('')
      return reply.send(`User-agent: *\n${closed}\nSitemap: ${publicAddress(request, settings, urls.sitemap)}\n`)
    },
  })
}
