import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { answerError, wantsPage } from '../edge/errors.ts'
import { Overloaded, Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import { interfaceLanguage } from '../visitor/interface-language.ts'
import { busyPages } from './busy-pages.ts'
import { pageContext } from './page-context.ts'
import type { Site } from './site.ts'

/** Every error, expected or not, leaves through here. */
export function errorPages(app: App, site: Site): void {
  const busyPage = busyPages(site)
  const answer = async (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) => {
    const json = answerError(error, request, reply)
    reply.header('cache-control', 'no-store')
    if (!wantsPage(request)) return json
    if (error instanceof Overloaded) {
      reply.type('text/html; charset=utf-8')
      return busyPage(interfaceLanguage(request), reply.cspNonce)
    }
    const status = reply.statusCode >= 500 ? 500 : reply.statusCode === 410 ? 410 : 404
    try {
      const page = await site.renderer.renderError(pageContext(site, 'error', request, reply), status)
      reply.type('text/html; charset=utf-8')
      return page
    } catch (failure) {
      // Fastify would send the failure's own message.
      request.log.error({ err: failure }, 'no page for an error')
      return json
    }
  }
  app.setErrorHandler(answer)
  app.setNotFoundHandler((request, reply) =>
    answer(new Refusal(404, 'not_found', 'There is nothing at this address.'), request, reply),
  )
}
