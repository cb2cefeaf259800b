import { createHandover, takeOver } from '#contract/assessments.ts'
import { urls } from '#contract/urls.ts'
import { findUnclaimed, moveAssessment } from '../db/handover.ts'
import type { Database } from '../db/schema.ts'
import { acceptForms } from '../edge/forms.ts'
import { Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import { assessmentOfToken, HANDOVER_SECONDS, isGoodToken, makeHandoverToken } from '../visitor/handover.ts'
import { findSignedIn } from '../visitor/session.ts'
import { ensureVisitor, findVisitor } from '../visitor/visitor.ts'

const expired = () => new Refusal(410, 'handover_expired', 'This has expired. Please go back and try again.')

/**
 * How an assessment leaves a frame for sign-up: the frame asks for a token and posts it with a form into a tab of our own, whose visitor
 * takes the assessment over (docs/decisions/016). `key` keys the tokens.
 */
export function handoverRoutes(app: App, { db, key }: { db: Database; key: string }): void {
  app.route({
    ...createHandover,
    handler: async (request, reply) => {
      const handed = await findUnclaimed(db, request.params.id)
      if (!handed || handed.visitor !== findVisitor(request))
        throw new Refusal(404, 'assessment_not_found', 'There is no assessment of yours with this id.')
      const token = makeHandoverToken(key, handed, Date.now())
      return reply.code(201).send({ data: { token, expires_in_seconds: HANDOVER_SECONDS } })
    },
  })

  void app.register(async (forms: App) => {
    acceptForms(forms)
    forms.route({
      ...takeOver,
      handler: async (request, reply) => {
        const { token } = request.body
        const id = assessmentOfToken(token)
        const handed = id && (await findUnclaimed(db, id))
        if (!handed || !isGoodToken(key, handed, token, Date.now())) throw expired()
        const userId = (await findSignedIn(db, request))?.id
        const isMoved = await moveAssessment(db, handed, { visitor: ensureVisitor(request, reply), userId })
        if (!isMoved) throw expired()
        const { hl } = request.query as { hl?: unknown }
        const query = new URLSearchParams({ language: handed.language, result: handed.id })
        if (typeof hl === 'string' && hl) query.set('hl', hl)
        return reply.redirect(`${urls.quiz}?${query}`, 303)
      },
    })
  })
}
