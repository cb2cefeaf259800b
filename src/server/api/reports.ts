import { randomBytes } from 'node:crypto'
import { createReport, deleteReport } from '#contract/sharing.ts'
import { urls } from '#contract/urls.ts'
import { deleteOwnReport, ensureReport, findOwnAssessment } from '../db/reports.ts'
import type { Database } from '../db/schema.ts'
import type { Limits } from '../edge/limits.ts'
import { publicAddress } from '../edge/public-address.ts'
import { Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { requireSharing } from '../visitor/country.ts'
import { requireSignedIn } from '../visitor/session.ts'

/** 128 bits, so that the URL cannot be guessed. */
const ID_BYTES = 16

type ReportRoutesContext = { db: Database; settings: Settings; limits: Pick<Limits, 'reports'> }

export function reportRoutes(app: App, { db, settings, limits }: ReportRoutesContext): void {
  app.route({
    ...createReport,
    handler: async (request, reply) => {
      const user = await requireSignedIn(db, request)
      requireSharing(request, settings, user)
      await limits.reports(String(user.id))
      const { assessment_id: assessmentId } = request.body
      const assessment = await findOwnAssessment(db, user.id, assessmentId)
      if (!assessment) throw new Refusal(404, 'assessment_not_found', 'There is no assessment of yours with this id.')
      if (!assessment.finished_at)
        throw new Refusal(409, 'assessment_open', 'This assessment is not finished, so it has no result to share.')
      const id = await ensureReport(db, randomBytes(ID_BYTES).toString('base64url'), assessmentId)
      if (id === undefined)
        throw new Refusal(
          403,
          'taken_down',
          'Staff took this result out of the community, so it cannot be shared again.',
        )
      return reply.code(201).send({ data: { report_id: id, url: publicAddress(request, settings, urls.report(id)) } })
    },
  })

  app.route({
    ...deleteReport,
    handler: async (request, reply) => {
      const user = await requireSignedIn(db, request)
      if (!(await deleteOwnReport(db, user.id, request.params.report_id)))
        throw new Refusal(404, 'not_found', 'There is no report of yours with this id.')
      return reply.code(204).send(null)
    },
  })
}
