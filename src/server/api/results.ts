import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deleteUserData, exportUser, type FinishedResult, getResults } from '#contract/results.ts'
import type { EstimateReply } from '#contract/review.ts'
import { LEVELS } from '#quiz/levels.ts'
import { findBands } from '../attempts/review.ts'
import { deleteUser, findHistory } from '../db/account.ts'
import { type AnswerRow, findAnswers } from '../db/assessments.ts'
import { findUserId, type ResultRow } from '../db/results.ts'
import type { Database } from '../db/schema.ts'
import { findUser } from '../db/users.ts'
import { addressGroup } from '../edge/limits.ts'
import { Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import { issuerOf } from '../marketplace/client.ts'
import { listNames } from '../marketplace-settings.ts'
import { isSameSecret, sha256 } from '../visitor/secret-cookie.ts'
import type { AccountContext } from './account.ts'
import { exportAccount } from './account-data.ts'

const RESULTS_AT_ONCE = 25

function summarize(answers: readonly AnswerRow[]): FinishedResult['answers'] {
  const count = (some: readonly AnswerRow[]) => ({
    asked: some.length,
    right: some.filter(({ is_correct }) => is_correct).length,
  })
  const byLevel = Map.groupBy(answers, ({ level }) => level)
  return {
    ...count(answers),
    unknown: answers.filter(({ choice }) => choice?.length === 0).length,
    by_level: LEVELS.flatMap((level) => {
      const some = byLevel.get(level)
      return some ? [{ level, ...count(some) }] : []
    }),
  }
}

/** Finished tests as other systems get them. */
export async function describeResults(db: Database, rows: readonly ResultRow[]): Promise<FinishedResult[]> {
  const ids = rows.map(({ assessment_id }) => assessment_id)
  const answers = Map.groupBy(await findAnswers(db, ids), ({ assessment_id }) => assessment_id)
  const bands = await findBands(db, rows)
  return rows.map(({ user_id, assessment_id, language, level, than, finished_at }) => ({
    user_id,
    assessment_id,
    language,
    level,
    range: bands.get(assessment_id) as EstimateReply['band'],
    than,
    finished_at: finished_at.toISOString(),
    answers: summarize(answers.get(assessment_id) ?? []),
  }))
}

/** Whether the bearer token is one of the secrets; the time it takes tells nothing about them. */
function isAuthorized({ headers }: FastifyRequest, secrets: readonly string[]): boolean {
  const given = sha256(/^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')
  return secrets.map((secret) => isSameSecret(given, sha256(secret))).includes(true)
}

/** Results, export and erasure by a person's id on the wire, for the servers that know RESULTS_API_TOKEN. */
export function resultRoutes(app: App, { db, settings, limits, gates }: AccountContext<'serviceCalls'>): void {
  const secrets = listNames(settings.RESULTS_API_TOKEN)
  const issuer = issuerOf(settings)

  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await limits.serviceCalls(addressGroup(request.ip))
    if (isAuthorized(request, secrets)) return
    reply.header('www-authenticate', 'Bearer')
    throw new Refusal(401, 'token_refused', 'This call needs the secret of RESULTS_API_TOKEN as its bearer token.')
  }

  app.route({
    ...getResults,
    onRequest,
    handler: async (request) => {
      const { user_id } = request.params
      return gates.accounts.run(async () => {
        const id = await findUserId(db, issuer, user_id)
        if (id === undefined) return { data: { results: [], next_before: null } }
        const found = await findHistory(db, id, { before: request.query.before, limit: RESULTS_AT_ONCE + 1 })
        const page = found.slice(0, RESULTS_AT_ONCE).map((row) => ({ ...row, user_id }))
        const next = found.length > page.length ? page.at(-1)?.assessment_id : undefined
        return { data: { results: await describeResults(db, page), next_before: next ?? null } }
      })
    },
  })

  app.route({
    ...exportUser,
    onRequest,
    handler: async (request, reply) => {
      const id = await findUserId(db, issuer, request.params.user_id)
      const user = id && (await findUser(db, id))
      if (!user) throw new Refusal(404, 'not_found', 'Nothing is stored about this person.')
      const person = { ...user, publicId: issuer ? request.params.user_id : user.id }
      const parts = exportAccount({ db, gate: gates.accounts, settings }, person, {
        session: undefined,
        visitor: undefined,
      })
      return reply.type('application/json; charset=utf-8').send(Readable.from(parts) as never)
    },
  })

  app.route({
    ...deleteUserData,
    onRequest,
    handler: async (request, reply) => {
      const { user_id: publicId } = request.params
      const userId = await findUserId(db, issuer, publicId)
      const owner = userId && { userId, publicId, visitor: undefined }
      if (owner) await deleteUser(db, owner, settings.EVENTS_SINK_URL !== '')
      return reply.code(204).send(null)
    },
  })
}
