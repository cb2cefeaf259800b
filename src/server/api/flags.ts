import { flagItem } from '#contract/flags.ts'
import { cleanShownText, isShownTextWithin } from '#contract/typed-text.ts'
import { MAX_FLAG_NOTE_LENGTH } from '#quiz/flag.ts'
import type { Database } from '../db/schema.ts'
import { recordFlag } from '../db/tables/flags.ts'
import { HttpError } from '../http/http-error.ts'
import type { App } from '../http/server.ts'
import { type Identity, requireSignedIn } from '../who/identity.ts'
import { getOwnFinished } from './review.ts'

function cleanNote(typed: string): string {
  if (!isShownTextWithin(typed, MAX_FLAG_NOTE_LENGTH))
    throw new HttpError(400, 'invalid_request', `A note must have at most ${MAX_FLAG_NOTE_LENGTH} characters.`)
  return cleanShownText(typed)
}

/** Flags on the questions of a finished attempt, by its owner only. */
export function flagRoutes(app: App, { db, who }: { db: Database; who: Identity }): void {
  app.route({
    ...flagItem,
    handler: async (request, reply) => {
      const { id: userId } = await requireSignedIn(who, request)
      const { language, items } = await getOwnFinished(db, userId, request.params.id)
      const item = items[Number(request.params.position) - 1]
      if (!item) throw new HttpError(400, 'invalid_request', `This assessment has ${items.length} questions.`)
      const flag = { reason: request.body.reason, note: cleanNote(request.body.note ?? '') }
      await recordFlag(db, { language, item_id: item.id, item_version: item.version, user_id: userId, ...flag })
      return reply.code(201).send({ data: flag })
    },
  })
}
