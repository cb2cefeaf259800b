import { randomBytes } from 'node:crypto'
import { createReport, deleteReport } from '#contract/reports.ts'
import { urls } from '#contract/urls.ts'
import type { Settings } from '#settings/settings.ts'
import { notFound } from '../attempts/attempts.ts'
import type { Database } from '../db/schema.ts'
import { findAttempt } from '../db/tables/attempts.ts'
import { deleteOwnReport, ensureReport } from '../db/tables/reports.ts'
import { HttpError } from '../http/http-error.ts'
import type { Limits } from '../http/limits.ts'
import { publicAddress } from '../http/public-address.ts'
import type { App } from '../http/server.ts'
import { requireSharing } from '../who/country.ts'
import { type Identity, requireSignedIn } from '../who/identity.ts'

/** 128 bits, so the URL can't be guessed. */
const ID_BYTES = 16

type ReportRoutesContext = { db: Database; who: Identity; settings: Settings; limits: Pick<Limits, 'reports'> }

export function reportRoutes(app: App, { db, who, settings, limits }: ReportRoutesContext): void {
  app.route({
    ...createReport,
    handler: async (request, reply) => {
      const user = await requireSignedIn(who, request)
      requireSharing(request, settings, user)
      await limits.reports(user.id)
      const { assessment_id: attemptId } = request.body
      const attempt = await findAttempt(db, attemptId, { visitor: undefined, userId: user.id })
      if (!attempt) throw notFound()
      if (!attempt.result)
        throw new HttpError(409, 'assessment_open', 'This assessment is not finished, so it has no result to share.')
      const newId = randomBytes(ID_BYTES).toString('base64url')
      const id = await ensureReport(db, { id: newId, attemptId, userId: user.id })
      if (id === undefined) throw notFound()
      const url = publicAddress(request, settings, urls.report(id))
      return reply.code(201).send({ data: { report_id: id, url, is_new: id === newId } })
    },
  })

  app.route({
    ...deleteReport,
    handler: async (request, reply) => {
      const user = await requireSignedIn(who, request)
      if (!(await deleteOwnReport(db, user.id, request.params.report_id)))
        throw new HttpError(404, 'not_found', 'You have no report with this id.')
      return reply.code(204).send(null)
    },
  })
}
