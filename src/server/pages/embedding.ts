import { getEmbedded } from '#contract/site.ts'
import type { App } from '../http/server.ts'
import { hasConsent } from '../who/consent.ts'
import { ensureEmbeddedVisitor } from '../who/visitor.ts'
import { type QuizPageContext, quizStates } from './quiz.ts'
import { CACHE_CONTROL } from './serve-page.ts'
import { renderPage } from './site.ts'

/** The quiz in an iframe, for the listed origins only (docs/decisions/016). */
export function embeddingRoutes(app: App, context: QuizPageContext): void {
  const { who, site, settings } = context
  const stateFor = quizStates(context)
  const listed = [...settings.EMBED_ORIGINS]
  app.route({
    ...getEmbedded,
    handler: async (request, reply) => {
      ensureEmbeddedVisitor(request, reply)
      const { host, result, ...state } = await stateFor({ request, reply, identity: () => who.find(request) })
      const framed = {
        ...state,
        host: { ...host, embedders: listed },
        // Sharing opens windows and requires signing up, which isn't possible in a frame.
        result: { ...result, mayShare: false },
      }
      const policy = String(reply.getHeader('content-security-policy'))
      reply
        .header('cache-control', CACHE_CONTROL.never)
        .header('x-robots-tag', 'noindex')
        .header(
          'content-security-policy',
          policy.replace("frame-ancestors 'none'", `frame-ancestors ${listed.join(' ')}`),
        )
        // X-Frame-Options can't list origins; frame-ancestors replaces it.
        .removeHeader('x-frame-options')
      // An iframe can't store the banner's answer, so visitors who haven't consented elsewhere count as having
      // declined.
      const consent = hasConsent(request, settings) ? 'allowed' : 'declined'
      return renderPage(site, 'quiz', framed, { request, reply, consent })
    },
  })
}
