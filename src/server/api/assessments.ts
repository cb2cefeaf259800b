import type { FastifyRequest } from 'fastify'
import { createAssessment, getAssessment, putAnswer } from '#contract/assessments.ts'
import { makeFlowId } from '#quiz/flow-id.ts'
import type { App } from '../app.ts'
import { type AttemptContext, answerAttempt, getAttempt, startAttempt } from '../attempts.ts'
import { interfaceLanguage } from '../interface-language.ts'
import { Refusal } from '../refusal.ts'
import { ensureVisitor, findVisitor } from '../visitor.ts'

function requireVisitor(request: FastifyRequest): string {
  const visitor = findVisitor(request)
  if (!visitor) throw new Refusal(404, 'assessment_not_found', 'There is no assessment of yours with this id.')
  return visitor
}

export function assessmentRoutes(app: App, context: AttemptContext): void {
  app.route({
    ...createAssessment,
    handler: async (request, reply) => {
      const { language, flow_id } = request.body
      const data = await startAttempt(context, ensureVisitor(request, reply), {
        language,
        flowId: flow_id ?? makeFlowId(0, language, Date.now()),
        interfaceLanguage: interfaceLanguage(request),
      })
      return reply.code(201).send({ data })
    },
  })

  app.route({
    ...getAssessment,
    handler: async (request) => ({ data: await getAttempt(context, requireVisitor(request), request.params.id) }),
  })

  app.route({
    ...putAnswer,
    handler: async (request) => {
      const { id, position } = request.params
      const { choice, elapsed_ms: elapsedMs } = request.body
      const answer = { id, position: Number(position), choice, elapsedMs }
      return { data: await answerAttempt(context, requireVisitor(request), answer) }
    },
  })
}
