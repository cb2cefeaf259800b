import { type AccountData, deleteAccount, getAccount, patchAccount } from '#contract/account.ts'
import { type Measured, measureHistory } from '../attempts/review.ts'
import { deleteUser, findHistory, findSignInMethods } from '../db/account.ts'
import { findFinishedAnswers } from '../db/assessments.ts'
import { findItemReports } from '../db/items.ts'
import type { Database } from '../db/schema.ts'
import { renameUser } from '../db/users.ts'
import type { App } from '../edge/server.ts'
import { requireSignedIn, type SignedIn, signOut } from '../visitor/session.ts'
import { cleanNickname } from '../visitor/user-text.ts'
import { forgetVisitor } from '../visitor/visitor.ts'
import { toFoundation } from './me.ts'

const toPost = (text: string | null, postedAt: Date | null) =>
  text === null || postedAt === null ? null : { text, created_at: postedAt.toISOString() }

/** Everything that we store about the account. */
export async function toAccountData(db: Database, user: SignedIn): Promise<AccountData> {
  const { id, publicId, nickname, avatar_file_name, country_id, created_at } = user
  const history = await findHistory(db, id)
  const measured = measureHistory(history, await findFinishedAnswers(db, id))
  const reports = await findItemReports(db, id)
  return {
    user_id: publicId,
    nickname,
    avatar_file_name,
    country_id,
    created_at: created_at.toISOString(),
    ...(await findSignInMethods(db, id)),
    profile: await toFoundation(db, user),
    assessments: history.map(({ report_id, shared_at, post_text, posted_at, finished_at, ...row }) => ({
      ...row,
      ...(measured.get(row.assessment_id) as Measured),
      finished_at: finished_at.toISOString(),
      report:
        report_id && shared_at
          ? { report_id, created_at: shared_at.toISOString(), post: toPost(post_text, posted_at) }
          : null,
    })),
    item_reports: reports.map(({ language, item_id, reason, note, created_at: reportedAt }) => ({
      language,
      question_id: item_id,
      reason,
      note,
      created_at: reportedAt.toISOString(),
    })),
  }
}

/** Reads and deletes what we store about a person, also when a marketplace beside us has the account itself. */
export function accountRoutes(app: App, { db }: { db: Database }): void {
  app.route({
    ...getAccount,
    handler: async (request, reply) => {
      const user = await requireSignedIn(db, request)
      if (request.query.download)
        reply.header('content-disposition', 'attachment; filename="language-assessment-account.json"')
      return { data: await toAccountData(db, user) }
    },
  })

  app.route({
    ...deleteAccount,
    handler: async (request, reply) => {
      const { id } = await requireSignedIn(db, request)
      await deleteUser(db, id)
      await signOut(db, request, reply)
      forgetVisitor(request, reply)
      return reply.code(204).send(null)
    },
  })
}

/** Renames the account, where the account is ours. */
export function accountNameRoutes(app: App, { db }: { db: Database }): void {
  app.route({
    ...patchAccount,
    handler: async (request) => {
      const user = await requireSignedIn(db, request)
      const nickname = cleanNickname(request.body.nickname)
      await renameUser(db, user.id, nickname)
      return { data: await toAccountData(db, { ...user, nickname }) }
    },
  })
}
