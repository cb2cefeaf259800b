import type { FastifyReply, FastifyRequest } from 'fastify'
import { deleteUserData, exportUser, getResults } from '#contract/results.ts'
import type { Settings } from '#settings/settings.ts'
import { describeResults } from '../attempts/finished-results.ts'
import { findUserId } from '../db/tables/identities.ts'
import { findHistory } from '../db/tables/results.ts'
import { deleteUser, findUser } from '../db/tables/users.ts'
import { HttpError } from '../http/http-error.ts'
import { addressGroup, type Limits } from '../http/limits.ts'
import type { App } from '../http/server.ts'
import { isSameSecret, sha256 } from '../who/secret-cookie.ts'
import type { AccountContext } from './account.ts'
import { exportAccount, RESULTS_AT_ONCE } from './account-data.ts'

/** Whether the bearer token is one of the secrets. The time it takes reveals nothing about them. */
function isAuthorized({ headers }: FastifyRequest, secrets: readonly string[]): boolean {
  const sent = sha256(/^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')
  return secrets.map((secret) => isSameSecret(sent, sha256(secret))).includes(true)
}

type ResultRoutesContext = Omit<AccountContext, 'limits'> & {
  limits: Pick<Limits, 'refusedServiceCalls'>
  settings: Pick<Settings, 'RESULTS_API_TOKEN'>
}

/** Results, export, and erasure by a person's public id, for servers that have RESULTS_API_TOKEN. */
export function resultRoutes(app: App, { db, who, settings, gates, limits }: ResultRoutesContext): void {
  const secrets = settings.RESULTS_API_TOKEN
  const { issuer } = who

  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isAuthorized(request, secrets)) return
    await limits.refusedServiceCalls(addressGroup(request.ip))
    reply.header('www-authenticate', 'Bearer')
    throw new HttpError(401, 'token_refused', 'This call needs the secret in RESULTS_API_TOKEN as its bearer token.')
  }

  app.route({
    ...getResults,
    onRequest,
    handler: async (request) => {
      const { user_id } = request.params
      return gates.calls.run('accounts', async () => {
        const id = await findUserId(db, issuer, user_id)
        if (id === undefined) return { data: { results: [], next_before: null } }
        const rows = await findHistory(db, id, { before: request.query.before, limit: RESULTS_AT_ONCE + 1 })
        const page = rows.slice(0, RESULTS_AT_ONCE).map((row) => ({ ...row, user_id }))
        const next = rows.length > page.length ? page.at(-1)?.assessment_id : undefined
        return { data: { results: await describeResults(db, page), next_before: next ?? null } }
      })
    },
  })

  app.route({
    ...exportUser,
    onRequest,
    handler: async (request) => {
      const id = await findUserId(db, issuer, request.params.user_id)
      const user = id && (await findUser(db, id))
      if (!user) throw new HttpError(404, 'not_found', 'Nothing is stored about this person.')
      const person = { ...user, publicId: issuer ? request.params.user_id : user.id }
      const data = await exportAccount({ db, gates }, person, {
        session: undefined,
        visitor: undefined,
      })
      return { data }
    },
  })

  app.route({
    ...deleteUserData,
    onRequest,
    handler: async (request, reply) => {
      const { user_id: publicId } = request.params
      const userId = await findUserId(db, issuer, publicId)
      const owner = userId && { userId, visitor: undefined }
      if (owner) await deleteUser(db, owner)
      return reply.code(204).send(null)
    },
  })
}
