import { getReview, reportItem } from '#contract/review.ts'
import { REPORT_NOTE_MAX } from '#quiz/item-report.ts'
import { toReview } from '../attempts/review.ts'
import type { Banks } from '../banks/banks.ts'
import {
  type FinishedAssessment,
  findOwnFinished,
  findPrevious,
  findWithKey,
  type HarvestSettings,
} from '../db/assessments.ts'
import { findItemReports, recordItemReport } from '../db/items.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import { interfaceLanguage } from '../visitor/interface-language.ts'
import { requireSignedIn } from '../visitor/session.ts'
import { cleanShownText } from '../visitor/user-text.ts'

async function getOwnFinished(db: Database, userId: number, id: string): Promise<FinishedAssessment> {
  const found = await findOwnFinished(db, userId, id)
  if (!found) throw new Refusal(404, 'assessment_not_found', 'There is no finished assessment of yours with this id.')
  return found
}

function cleanNote(typed: string): string {
  const note = cleanShownText(typed)
  if ([...note].length > REPORT_NOTE_MAX)
    throw new Refusal(400, 'invalid_request', `A note must have at most ${REPORT_NOTE_MAX} characters.`)
  return note
}

/** The review of a finished assessment, and reports of its questions, for its owner only. */
export function reviewRoutes(
  app: App,
  { db, banks, settings }: { db: Database; banks: Banks; settings: HarvestSettings },
): void {
  app.route({
    ...getReview,
    handler: async (request) => {
      const { id: userId } = await requireSignedIn(db, request)
      const assessment = await getOwnFinished(db, userId, request.params.id)
      const previous = await findPrevious(db, userId, assessment)
      const reports = await findItemReports(db, userId)
      const review = toReview(banks, assessment, previous, reports, interfaceLanguage(request))
      const withKey = await findWithKey(db, userId, [assessment.id], settings)
      return { data: withKey.has(assessment.id) ? review : { ...review, items: [] } }
    },
  })

  app.route({
    ...reportItem,
    handler: async (request, reply) => {
      const { id: userId } = await requireSignedIn(db, request)
      const { language, items } = await getOwnFinished(db, userId, request.params.id)
      const asked = items[Number(request.params.position) - 1]
      if (!asked) throw new Refusal(400, 'invalid_request', `This assessment has ${items.length} questions.`)
      const { item_id, item_version } = asked
      const report = { reason: request.body.reason, note: cleanNote(request.body.note ?? '') }
      await recordItemReport(db, { language, item_id, item_version, user_id: userId, ...report })
      return reply.code(201).send({ data: report })
    },
  })
}
