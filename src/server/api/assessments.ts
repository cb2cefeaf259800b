import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Assessment, createAssessment, getAssessment, putAnswer } from '#contract/assessments.ts'
import { makeFlowId } from '#quiz/flow-id.ts'
import { type AttemptContext, answerAttempt, getAttempt, startAttempt } from '../attempts/attempts.ts'
import type { HarvestSettings, Owner } from '../db/assessments.ts'
import { isClaimedFrom, secondsToWait } from '../db/attempts.ts'
import type { Database } from '../db/schema.ts'
import type { QuizGates } from '../edge/admission.ts'
import type { Limits } from '../edge/limits.ts'
import { addressGroup } from '../edge/limits.ts'
import { traceparentOf } from '../edge/logging.ts'
import { Refusal, TooManyRequests } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import { type ConsentSettings, hasConsent } from '../visitor/consent.ts'
import { interfaceLanguage } from '../visitor/interface-language.ts'
import { findOwner, findProvenOwner, findSignedIn, getMarketplaceIdentity } from '../visitor/session.ts'
import { ensureVisitor, findVisitor } from '../visitor/visitor.ts'

type AssessmentRoutesContext = AttemptContext & {
  settings: ConsentSettings & HarvestSettings
  limits: Pick<Limits, 'assessments'>
  gates: QuizGates
}

const isNotFound = (error: unknown) => error instanceof Refusal && error.code === 'assessment_not_found'

/** From now on the attempt's cookie proves its owner, until it is finished. */
function keepProof(
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Assessment,
  userId: number | undefined,
): void {
  if (userId !== undefined) getMarketplaceIdentity(request)?.attempts.keep(request, reply, attempt, userId)
}

/**
 * Runs `work` for the owner of an attempt. Asks an external marketplace who that is only if the request itself does not prove it.
 * @throws Refusal 401 if an account has claimed the visitor's attempt and nobody is signed in, 503 if we cannot tell who is asking
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
      throw new Refusal(401, 'signed_out', 'You are signed out. Sign in again to continue this test.')
    throw error
  }
}

/** @throws TooManyRequests if this browser or account has used up its assessments for the day */
async function checkDay({ db, settings }: AssessmentRoutesContext, owner: Owner): Promise<void> {
  const seconds = await secondsToWait(db, owner, settings)
  if (seconds > 0)
    throw new TooManyRequests('You have reached the daily limit of tests. Please come back later.', seconds)
}

export function assessmentRoutes(app: App, context: AssessmentRoutesContext): void {
  app.route({
    ...createAssessment,
    handler: async (request, reply) => {
      await context.limits.assessments(addressGroup(request.ip))
      const { language, flow_id } = request.body
      const visitor = findVisitor(request)
      // Unknown counts as signed out: the test starts as the visitor's and the account claims it later.
      const userId = (await findSignedIn(context.db, request))?.id
      const owner = { visitor: ensureVisitor(request, reply), userId }
      const attempt = {
        language,
        flowId: flow_id ?? makeFlowId(userId ?? 0, language, Date.now()),
        interfaceLanguage: interfaceLanguage(request),
        isFirst: visitor === undefined && userId === undefined,
      }
      const data = await context.gates.start(async () => {
        if (!attempt.isFirst) await checkDay(context, owner)
        return startAttempt(context, owner, attempt)
      })
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
      const traceparent = traceparentOf(request) ?? null
      const answer = { id, position: Number(position), choice, elapsedMs, withEvent, traceparent }
      const data = await asOwner(context.db, { request, reply, id }, (owner) =>
        context.gates.answer(() => answerAttempt(context, owner, answer)),
      )
      return { data }
    },
  })
}
