import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Assessment, createAssessment, getAssessment, putAnswer } from '#contract/assessments.ts'
import { makeFlowId } from '#quiz/flow-id.ts'
import { type AttemptContext, answerAttempt, getAttempt, startAttempt } from '../attempts/attempts.ts'
import type { Owner } from '../db/assessments.ts'
import { isClaimedFrom } from '../db/attempts.ts'
import type { Database } from '../db/schema.ts'
import type { QuizGates } from '../edge/admission.ts'
import type { Limits } from '../edge/limits.ts'
import { addressGroup } from '../edge/limits.ts'
import { Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import { type ConsentSettings, hasConsent } from '../visitor/consent.ts'
import { interfaceLanguage } from '../visitor/interface-language.ts'
import { findOwner, findProvenOwner, findSignedIn, getMarketplaceIdentity } from '../visitor/session.ts'
import { ensureVisitor, findVisitor } from '../visitor/visitor.ts'

type AssessmentRoutesContext = AttemptContext & {
  settings: ConsentSettings
  limits: Pick<Limits, 'assessments'>
  gates: QuizGates
}

const isNotFound = (error: unknown) => error instanceof Refusal && error.code === 'assessment_not_found'

/** From now on the attempt proves itself, until it is finished. */
function keepProof(
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Assessment,
  userId: number | undefined,
): void {
  if (userId !== undefined) getMarketplaceIdentity(request)?.attempts.keep(request, reply, attempt, userId)
}

/**
 * What `work` returns for the owner of an attempt. A marketplace beside us is asked who that is only if the request itself does not prove it.
 * @throws Refusal 401 when an account has claimed the visitor's attempt and nobody is signed in, 503 when it is unknown who is asking
 */
async function asOwner(
  db: Database,
  { request, reply, id }: { request: FastifyRequest; reply: FastifyReply; id: string },
  work: (owner: Owner) => Promise<Assessment>,
): Promise<Assessment> {
  const proven = findProvenOwner(request, id)
  if (proven) {
    try {
      const attempt = await work(proven)
      if (attempt.status === 'finished') keepProof(request, reply, attempt, proven.userId)
      return attempt
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }
  const owner = await findOwner(db, request)
  try {
    const attempt = await work(owner)
    keepProof(request, reply, attempt, owner.userId)
    return attempt
  } catch (error) {
    const { visitor, userId } = owner
    if (isNotFound(error) && userId === undefined && visitor !== undefined && (await isClaimedFrom(db, id, visitor)))
      throw new Refusal(401, 'signed_out', 'You are signed out. Sign in again to go on with this test.')
    throw error
  }
}

export function assessmentRoutes(app: App, context: AssessmentRoutesContext): void {
  app.route({
    ...createAssessment,
    handler: async (request, reply) => {
      await context.limits.assessments(addressGroup(request.ip))
      const { language, flow_id } = request.body
      const visitor = findVisitor(request)
      // Unknown counts as signed out: the test starts as the visitor's, and the account claims it later.
      const userId = (await findSignedIn(context.db, request))?.id
      const owner = { visitor: ensureVisitor(request, reply), userId }
      const attempt = {
        language,
        flowId: flow_id ?? makeFlowId(userId ?? 0, language, Date.now()),
        interfaceLanguage: interfaceLanguage(request),
        isFirst: visitor === undefined && userId === undefined,
      }
      const data = await context.gates.start(() => startAttempt(context, owner, attempt))
      keepProof(request, reply, data, userId)
      return reply.code(201).send({ data })
    },
  })

  app.route({
    ...getAssessment,
    handler: async (request, reply) => {
      const { id } = request.params
      const data = await asOwner(context.db, { request, reply, id }, (owner) =>
        context.gates.answer(() => getAttempt(context, owner, id)),
      )
      return { data }
    },
  })

  app.route({
    ...putAnswer,
    handler: async (request, reply) => {
      const { id, position } = request.params
      const { choice, elapsed_ms: elapsedMs } = request.body
      const withEvent = hasConsent(request, context.settings)
      const answer = { id, position: Number(position), choice, elapsedMs, withEvent }
      const data = await asOwner(context.db, { request, reply, id }, (owner) =>
        context.gates.answer(() => answerAttempt(context, owner, answer)),
      )
      return { data }
    },
  })
}
