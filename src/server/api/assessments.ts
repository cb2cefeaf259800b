import { createAssessment, getAssessment, putAnswer } from '#contract/assessments.ts'
import { makeFlowId } from '#quiz/flow-id.ts'
import { type AttemptContext, answerAttempt, getAttempt, startAttempt } from '../attempts/attempts.ts'
import type { QuizGates } from '../edge/admission.ts'
import type { Limits } from '../edge/limits.ts'
import { addressGroup } from '../edge/limits.ts'
import type { App } from '../edge/server.ts'
import { type ConsentSettings, hasConsent } from '../visitor/consent.ts'
import { interfaceLanguage } from '../visitor/interface-language.ts'
import { findOwner } from '../visitor/session.ts'
import { ensureVisitor } from '../visitor/visitor.ts'

type AssessmentRoutesContext = AttemptContext & {
  settings: ConsentSettings
  limits: Pick<Limits, 'assessments'>
  gates: QuizGates
}

export function assessmentRoutes(app: App, context: AssessmentRoutesContext): void {
  app.route({
    ...createAssessment,
    handler: async (request, reply) => {
      await context.limits.assessments(addressGroup(request.ip))
      const { language, flow_id } = request.body
      const { visitor, userId } = await findOwner(context.db, request)
      const owner = { visitor: ensureVisitor(request, reply), userId }
      const attempt = {
        language,
        flowId: flow_id ?? makeFlowId(userId ?? 0, language, Date.now()),
        interfaceLanguage: interfaceLanguage(request),
        isFirst: visitor === undefined && userId === undefined,
      }
      const data = await context.gates.start(() => startAttempt(context, owner, attempt))
      return reply.code(201).send({ data })
    },
  })

  app.route({
    ...getAssessment,
    handler: async (request) => {
      const owner = await findOwner(context.db, request)
      return { data: await context.gates.answer(() => getAttempt(context, owner, request.params.id)) }
    },
  })

  app.route({
    ...putAnswer,
    handler: async (request) => {
      const { id, position } = request.params
      const { choice, elapsed_ms: elapsedMs } = request.body
      const withEvent = hasConsent(request, context.settings)
      const answer = { id, position: Number(position), choice, elapsedMs, withEvent }
      const owner = await findOwner(context.db, request)
      return { data: await context.gates.answer(() => answerAttempt(context, owner, answer)) }
    },
  })
}
