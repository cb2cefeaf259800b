import { deleteAccount, deleteSessions, getAccount, patchAccount } from '#contract/account.ts'
import type { Database } from '../db/schema.ts'
import { deleteSessions as deleteSessionRows } from '../db/tables/sessions.ts'
import { changeUser, deleteUser } from '../db/tables/users.ts'
import type { Gates } from '../http/gates.ts'
import type { Limits } from '../http/limits.ts'
import { requireOwnSite } from '../http/request-checks.ts'
import type { App } from '../http/server.ts'
import { cleanNickname } from '../names/user-text.ts'
import { type Identity, requireSignedIn } from '../who/identity.ts'
import { sessionHash } from '../who/session.ts'
import { findVisitor, forgetVisitor } from '../who/visitor.ts'
import { exportAccount, toAccountData } from './account-data.ts'

export type AccountContext = {
  db: Database
  who: Identity
  limits: Pick<Limits, 'accountReads' | 'accountDownloads'>
  gates: Pick<Gates, 'calls'>
}

/** Reads and deletes everything stored about a person, even if the account itself is in a linked marketplace. */
export function accountRoutes(app: App, { db, who, limits, gates }: AccountContext): void {
  app.route({
    ...getAccount,
    handler: async (request, reply) => {
      const user = await requireSignedIn(who, request)
      const session = sessionHash(request)
      const { before, download } = request.query
      if (!download) {
        await limits.accountReads(user.id)
        return { data: await gates.calls.run('accounts', () => toAccountData(db, user, { session, before })) }
      }
      // Downloads are limited, so other sites must not be able to trigger one.
      requireOwnSite(request)
      await limits.accountDownloads(user.id)
      const data = await exportAccount({ db, gates }, user, {
        session,
        visitor: findVisitor(request),
      })
      reply.header('content-disposition', 'attachment; filename="language-assessment-account.json"')
      return { data }
    },
  })

  app.route({
    ...deleteAccount,
    handler: async (request, reply) => {
      const { id: userId } = await requireSignedIn(who, request)
      await who.requireFresh(request)
      const owner = { userId, visitor: findVisitor(request) }
      await deleteUser(db, owner)
      await who.end(request, reply)
      forgetVisitor(request, reply)
      return reply.code(204).send(null)
    },
  })
}

/** Changes the account's name and country and ends its sessions, if the account is ours. */
export function ownAccountRoutes(app: App, { db, who, limits, gates }: AccountContext): void {
  app.route({
    ...patchAccount,
    handler: async (request) => {
      const user = await requireSignedIn(who, request)
      await limits.accountReads(user.id)
      const { nickname, ...rest } = request.body
      const change = { ...rest, ...(nickname === undefined ? {} : { nickname: cleanNickname(nickname) }) }
      await changeUser(db, user.id, change)
      const session = sessionHash(request)
      return {
        data: await gates.calls.run('accounts', () => toAccountData(db, { ...user, ...change }, { session })),
      }
    },
  })

  app.route({
    ...deleteSessions,
    handler: async (request, reply) => {
      const { id } = await requireSignedIn(who, request)
      await deleteSessionRows(db, id)
      await who.end(request, reply)
      return reply.code(204).send(null)
    },
  })
}
