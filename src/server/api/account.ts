import { Readable } from 'node:stream'
import { deleteAccount, deleteSessions, getAccount, patchAccount } from '#contract/account.ts'
import { deleteSessions as deleteSessionRows, deleteUser } from '../db/account.ts'
import type { Database } from '../db/schema.ts'
import { changeUser } from '../db/users.ts'
import type { Gates } from '../edge/admission.ts'
import type { Limits } from '../edge/limits.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { requireFreshSession, requireSignedIn, sessionHash, signOut } from '../visitor/session.ts'
import { cleanNickname } from '../visitor/user-text.ts'
import { findVisitor, forgetVisitor } from '../visitor/visitor.ts'
import { exportAccount, toAccountData } from './account-data.ts'

export type AccountContext<Limit extends keyof Limits = 'accountReads' | 'accountDownloads'> = {
  db: Database
  settings: Settings
  limits: Pick<Limits, Limit>
  gates: Pick<Gates, 'accounts'>
}

/** Reads and deletes what we store about a person, even if the account itself is in an external marketplace. */
export function accountRoutes(app: App, { db, settings, limits, gates }: AccountContext): void {
  app.route({
    ...getAccount,
    handler: async (request, reply) => {
      const user = await requireSignedIn(db, request)
      const session = sessionHash(request)
      const { before, download } = request.query
      if (!download) {
        await limits.accountReads(String(user.id))
        return { data: await gates.accounts.run(() => toAccountData(db, user, { session, before })) }
      }
      await limits.accountDownloads(String(user.id))
      const parts = exportAccount({ db, gate: gates.accounts, settings }, user, {
        session,
        visitor: findVisitor(request),
      })
      return reply
        .header('content-disposition', 'attachment; filename="language-assessment-account.json"')
        .type('application/json; charset=utf-8')
        .send(Readable.from(parts) as never)
    },
  })

  app.route({
    ...deleteAccount,
    handler: async (request, reply) => {
      const { id: userId, publicId } = await requireSignedIn(db, request)
      await requireFreshSession(db, request)
      await deleteUser(db, { userId, publicId, visitor: findVisitor(request) }, settings.EVENTS_SINK_URL !== '')
      await signOut(db, request, reply)
      forgetVisitor(request, reply)
      return reply.code(204).send(null)
    },
  })
}

/** Changes the account's name and country and ends its sessions, if the account is ours. */
export function ownAccountRoutes(app: App, { db, limits, gates }: Omit<AccountContext, 'settings'>): void {
  app.route({
    ...patchAccount,
    handler: async (request) => {
      const user = await requireSignedIn(db, request)
      await limits.accountReads(String(user.id))
      const { nickname, ...rest } = request.body
      const change = { ...rest, ...(nickname === undefined ? {} : { nickname: cleanNickname(nickname) }) }
      await changeUser(db, user.id, change)
      const session = sessionHash(request)
      return { data: await gates.accounts.run(() => toAccountData(db, { ...user, ...change }, { session })) }
    },
  })

  app.route({
    ...deleteSessions,
    handler: async (request, reply) => {
      const { id } = await requireSignedIn(db, request)
      await deleteSessionRows(db, id)
      await signOut(db, request, reply)
      return reply.code(204).send(null)
    },
  })
}
