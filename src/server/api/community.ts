import { v7 as uuidv7 } from 'uuid'
import { createPost } from '#contract/community.ts'
import type { Settings } from '#settings/settings.ts'
import type { Database } from '../db/schema.ts'
import { insertPost } from '../db/tables/posts.ts'
import { findReportOwner } from '../db/tables/reports.ts'
import { HttpError } from '../http/http-error.ts'
import type { App } from '../http/server.ts'
import { cleanPostText } from '../names/user-text.ts'
import { requireSharing } from '../who/country.ts'
import { type Identity, requireSignedIn } from '../who/identity.ts'

/** Community posts, for when this service is the marketplace (docs/decisions/015). */
export function communityRoutes(app: App, { db, who, settings }: { db: Database; who: Identity; settings: Settings }) {
  app.route({
    ...createPost,
    handler: async (request, reply) => {
      const user = await requireSignedIn(who, request)
      requireSharing(request, settings, user)
      const { report_id, text: typed = '' } = request.body
      const text = cleanPostText(typed)
      if ((await findReportOwner(db, report_id))?.userId !== user.id)
        throw new HttpError(404, 'not_found', 'You have no public report with this id.')
      const id = uuidv7()
      if (!(await insertPost(db, { id, report_id, text })))
        throw new HttpError(409, 'already_posted', 'This report has already been posted.')
      return reply.code(201).send({ data: { post_id: id, report_id, text } })
    },
  })
}
