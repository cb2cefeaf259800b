import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#contract/locales.ts'
import { urls } from '#contract/urls.ts'
import { answerError, wantsPage } from '../edge/errors.ts'
import { Overloaded, Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import { interfaceLanguage } from '../visitor/interface-language.ts'
import { renderPage, type Site } from './site.ts'

const NONCE = 'nonce-of-the-page'

/** The error page for visitors turned away under load, rendered once per language: under load there is no time to render. */
function overloadPages({ render, scriptAddresses, catalogs, brand }: Site) {
  const rendered = new Map<Locale, Promise<string>>()
  const renderIn = async (locale: Locale) => {
    const context = { locale, nonce: NONCE, brand, scriptAddresses, catalogs: catalogs(locale), address: urls.landing }
    return String(await render('error', context, 500))
  }
  return async (locale: Locale, nonce: string): Promise<string> => {
    const page = rendered.get(locale) ?? renderIn(locale)
    rendered.set(locale, page)
    return (await page).replaceAll(NONCE, nonce)
  }
}

/** Every error, expected or not, ends here. */
export function errorPages(app: App, site: Site): void {
  const pageForOverload = overloadPages(site)
  const answer = async (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => {
    const json = answerError(error, request, reply)
    reply.header('cache-control', 'no-store')
    if (!wantsPage(request)) return json
    if (error instanceof Overloaded) {
      reply.type('text/html; charset=utf-8')
      return pageForOverload(interfaceLanguage(request), reply.nonce)
    }
    const status = reply.statusCode >= 500 ? 500 : reply.statusCode === 410 ? 410 : 404
    try {
      return await renderPage(site, 'error', status, { request, reply })
    } catch (failure) {
      // Fastify would send the failure's own message.
      request.log.error({ err: failure }, 'could not render an error page')
      return json
    }
  }
  app.setErrorHandler(answer)
  app.setNotFoundHandler((request, reply) =>
    answer(new Refusal(404, 'not_found', 'There is nothing at this address.'), request, reply),
  )
}
