import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Attempt, createAttempt, getAttempt, putAnswer } from '#contract/attempts.ts'
import { answerAttempt } from '../attempts/answers.ts'
import { type AttemptContext, readAttempt, startAttempt } from '../attempts/attempts.ts'
import type { Database } from '../db/schema.ts'
import { isClaimedFrom } from '../db/tables/claims.ts'
import type { Owner } from '../db/tables/ownership.ts'
import type { Gates } from '../http/gates.ts'
import { HttpError } from '../http/http-error.ts'
import { traceparentOf } from '../http/logging.ts'
import type { App } from '../http/server.ts'
import { type ConsentSettings, hasConsent } from '../who/consent.ts'
import { flowIdOf } from '../who/flow-owner.ts'
import { findOwner, findProvenOwner, type Identity } from '../who/identity.ts'
import { interfaceLanguage } from '../who/interface-language.ts'
import { ensureVisitor, findVisitor } from '../who/visitor.ts'

type AttemptRoutesContext = AttemptContext & {
  who: Identity
  settings: ConsentSettings
  gates: Pick<Gates, 'calls'>
}

const isNotFound = (error: unknown) => error instanceof HttpError && error.code === 'assessment_not_found'

/**
 * Runs `work` for the owner of an attempt. Asks a linked marketplace for the owner only if the request itself doesn't
 * prove it.
 * @throws HttpError 401 if an account has claimed the visitor's attempt and nobody is signed in, 503 if the sender
 * can't be identified
 */
async function asOwner(
  { db, who }: { db: Database; who: Identity },
  { request, reply, id }: { request: FastifyRequest; reply: FastifyReply; id: string },
  work: (owner: Owner) => Promise<Attempt>,
): Promise<Attempt> {
  const proven = findProvenOwner(who, request, id)
  if (proven) {
    try {
      const attempt = await work(proven)
      if (attempt.status === 'finished') who.attempts?.keep(request, reply, attempt, proven.userId)
      return attempt
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }
  const owner = await findOwner(who, request)
  try {
    const attempt = await work(owner)
    who.attempts?.keep(request, reply, attempt, owner.userId)
    return attempt
  } catch (error) {
    const { visitor, userId } = owner
    if (isNotFound(error) && userId === undefined && visitor !== undefined && (await isClaimedFrom(db, id, visitor)))
      throw new HttpError(401, 'signed_out', 'You are signed out. Sign in again to continue this test.')
    if (isNotFound(error) && userId === undefined && visitor === undefined)
      throw new HttpError(404, 'cookie_missing', 'The request has no cookie that identifies the owner of this test.')
    throw error
  }
}

export function attemptRoutes(app: App, context: AttemptRoutesContext): void {
  app.route({
    ...createAttempt,
    handler: async (request, reply) => {
      const { language, flow_id } = request.body
      const visitor = findVisitor(request)
      // An unknown sender counts as signed out: the test starts as the visitor's, and the account claims it later.
      const sender = await context.who.find(request)
      const userId = typeof sender === 'object' ? sender.id : undefined
      const owner = { visitor: ensureVisitor(request, reply), userId }
      const attempt = {
        language,
        flowId: flowIdOf(flow_id, language, sender),
        interfaceLanguage: interfaceLanguage(request),
        isFirst: visitor === undefined && userId === undefined,
      }
      const data = await context.gates.calls.run('starts', () => startAttempt(context, owner, attempt))
      context.who.attempts?.keep(request, reply, data, userId)
      return reply.code(201).send({ data })
    },
  })

  app.route({
    ...getAttempt,
    handler: async (request, reply) => {
      const { id } = request.params
      const data = await asOwner(context, { request, reply, id }, (owner) =>
        context.gates.calls.run('answers', () => readAttempt(context, owner, id)),
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
      const data = await asOwner(context, { request, reply, id }, (owner) =>
        context.gates.calls.run('answers', () => answerAttempt(context, owner, answer)),
      )
      return { data }
    },
  })
}
