import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { urls } from '#contract/urls.ts'
import { replyWithError, wantsPage } from '../http/errors.ts'
import { isAdmitted } from '../http/gates.ts'
import { type HttpError, NothingHere } from '../http/http-error.ts'
import type { App } from '../http/server.ts'
import { interfaceLanguage } from '../who/interface-language.ts'
import { renderPage, renderShared, type Site } from './site.ts'

/** Every error, expected or not, ends here. */
export function errorPages(app: App, site: Site): void {
  const answer = async (error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply) => {
    const json = replyWithError(error, request, reply)
    reply.header('cache-control', 'no-store')
    if (!wantsPage(request)) return json
    const status = reply.statusCode >= 500 ? 500 : reply.statusCode === 410 ? 410 : 404
    try {
      if (isAdmitted(request)) return await renderPage(site, 'error', status, { request, reply })
      // A request rejected at the gate must be nearly free, so its page doesn't contain its own address.
      const inputs = { locale: interfaceLanguage(request), nonce: reply.nonce, address: urls.landing }
      const page = await renderShared(site, 'error', inputs, status)
      reply.headers({ 'content-type': 'text/html; charset=utf-8', vary: 'Accept-Language, Cookie' })
      return page
    } catch (failure) {
      // Otherwise Fastify would send the error's own message.
      request.log.error({ err: failure }, 'could not render an error page')
      return json
    }
  }
  app.setErrorHandler(answer)
  app.setNotFoundHandler((request, reply) => answer(new NothingHere(), request, reply))
}
