import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#contract/locales.ts'
import type { PageData } from '#contract/pages.ts'
import { urls } from '#contract/urls.ts'
import { answerError, wantsPage } from '../http/errors.ts'
import { isAdmitted } from '../http/gates.ts'
import { type HttpError, NothingHere } from '../http/http-error.ts'
import type { App } from '../http/server.ts'
import { interfaceLanguage } from '../who/interface-language.ts'
import { paperOf, renderPage, type Site } from './site.ts'

const NONCE = 'nonce-of-the-page'

type Status = PageData['error']

/**
 * Error pages for whoever holds no place at the gate of the pages, rendered once per language: a refusal must cost next
 * to nothing, and under load there is no time to render.
 */
function sharedPages({ render, scriptAddresses, catalogs, brand }: Site) {
  const rendered = new Map<string, Promise<string>>()
  const renderIn = async (locale: Locale, status: Status) => {
    const looks = { brand, paper: paperOf(brand) }
    const page = { locale, nonce: NONCE, scriptAddresses, catalogs: catalogs(locale), address: urls.landing }
    return render('error', { ...page, ...looks }, status)
  }
  return async (locale: Locale, status: Status, nonce: string): Promise<string> => {
    const key = `${locale} ${status}`
    const page = rendered.get(key) ?? renderIn(locale, status)
    rendered.set(key, page)
    return (await page).replaceAll(NONCE, nonce)
  }
}

/** Every error, expected or not, ends here. */
export function errorPages(app: App, site: Site): void {
  const sharedPage = sharedPages(site)
  const answer = async (error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply) => {
    const json = answerError(error, request, reply)
    reply.header('cache-control', 'no-store')
    if (!wantsPage(request)) return json
    const status = reply.statusCode >= 500 ? 500 : reply.statusCode === 410 ? 410 : 404
    try {
      if (isAdmitted(request)) return await renderPage(site, 'error', status, { request, reply })
      const page = await sharedPage(interfaceLanguage(request), status, reply.nonce)
      reply.headers({ 'content-type': 'text/html; charset=utf-8', vary: 'Accept-Language, Cookie' })
      return page
    } catch (failure) {
      // Fastify would send the failure's own message.
      request.log.error({ err: failure }, 'could not render an error page')
      return json
    }
  }
  app.setErrorHandler(answer)
  app.setNotFoundHandler((request, reply) => answer(new NothingHere(), request, reply))
}
