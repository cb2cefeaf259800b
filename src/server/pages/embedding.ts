import { urls } from '#contract/urls.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { hasConsent } from '../visitor/consent.ts'
import { ensureEmbeddedVisitor } from '../visitor/visitor.ts'
import { type QuizPageContext, quizStates } from './quiz.ts'
import { renderPage } from './site.ts'

/** The origins whose pages may hold the quiz in a frame. */
function embedders({ EMBED_ORIGINS }: Pick<Settings, 'EMBED_ORIGINS'>): string[] {
  return EMBED_ORIGINS.split(',').filter(Boolean)
}

/** The quiz for a frame in pages of the listed origins, and in no others (docs/decisions/016). */
export function embeddingRoutes(app: App, context: QuizPageContext): void {
  const { site, settings } = context
  const stateFor = quizStates(context)
  const listed = embedders(settings)
  app.get(urls.embedded, { schema: { hide: true } }, async (request, reply) => {
    ensureEmbeddedVisitor(request, reply)
    // Sharing asks for sign-up, which a frame cannot do, and opens windows of its own.
    const state = { ...(await stateFor(request)), embedders: listed, mayShare: false }
    const policy = String(reply.getHeader('content-security-policy'))
    reply
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .header(
        'content-security-policy',
        policy.replace("frame-ancestors 'none'", `frame-ancestors ${listed.join(' ')}`),
      )
      // It knows no lists of origins; the policy's frame-ancestors take its place.
      .removeHeader('x-frame-options')
    // Helmet has written it to the raw reply.
    reply.raw.removeHeader('x-frame-options')
    // The answer to the banner could not be kept in a frame: who has not agreed elsewhere has not agreed.
    const consent = hasConsent(request, settings) ? 'allowed' : 'declined'
    return renderPage(site, 'quiz', state, { request, reply, consent })
  })
}
