import { urls } from '#contract/urls.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { hasConsent } from '../visitor/consent.ts'
import { ensureEmbeddedVisitor } from '../visitor/visitor.ts'
import { type QuizPageContext, quizStates } from './quiz.ts'
import { renderPage } from './site.ts'

/** The origins that may frame the quiz. */
function embedders({ EMBED_ORIGINS }: Pick<Settings, 'EMBED_ORIGINS'>): string[] {
  return EMBED_ORIGINS.split(',').filter(Boolean)
}

/** The quiz in an iframe, for the listed origins only (docs/decisions/016). */
export function embeddingRoutes(app: App, context: QuizPageContext): void {
  const { site, settings } = context
  const stateFor = quizStates(context)
  const listed = embedders(settings)
  app.get(urls.embedded, { schema: { hide: true } }, async (request, reply) => {
    ensureEmbeddedVisitor(request, reply)
    // Sharing needs sign-up, which a frame cannot do, and opens its own windows.
    const state = { ...(await stateFor(request, reply)), embedders: listed, mayShare: false }
    const policy = String(reply.getHeader('content-security-policy'))
    reply
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .header(
        'content-security-policy',
        policy.replace("frame-ancestors 'none'", `frame-ancestors ${listed.join(' ')}`),
      )
      // X-Frame-Options cannot list origins; frame-ancestors replaces it.
      .removeHeader('x-frame-options')
    // A frame cannot store the banner's answer, so visitors who have not consented elsewhere count as having declined.
    const consent = hasConsent(request, settings) ? 'allowed' : 'declined'
    return renderPage(site, 'quiz', state, { request, reply, consent })
  })
}
