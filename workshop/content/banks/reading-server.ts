import fastify, { type FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { LEVELS } from '#quiz/levels.ts'
import { answerError } from '#server/http/errors.ts'
import { Refusal } from '#server/http/refusal.ts'
import { refuseCrossSite, trustPublicUrl } from '#server/http/request-checks.ts'
import type { BlindSession } from './blind-session.ts'
import { type OpenOptions, openPage } from './open-entries.ts'
import { type PageData, readingUrls } from './reading-page/page-data.ts'

const OPTION = Type.String({ maxLength: 200 })

const JudgmentBody = Type.Object(
  {
    ref: Type.String({ pattern: '^[0-9a-f]{16}$' }),
    answer: OPTION,
    defensible: Type.Array(OPTION, { maxItems: 3 }),
    note: Type.String({ maxLength: 1000 }),
    level: Type.Enum([...LEVELS, '']),
  },
  { additionalProperties: false },
)

const OWN_NAMES = new Set(['127.0.0.1', 'localhost'])

/** The bank as an author looks through it, or one blind reader's session. */
export type Served = { open: OpenOptions } | { blind: BlindSession }

/** The server of the reading page without the page itself: it gives the items and takes a blind reader's judgments. */
export function createReadingServer(served: Served): FastifyInstance {
  const app = fastify({
    bodyLimit: 16 * 1024,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  })
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(answerError)
  trustPublicUrl(app, { PUBLIC_URL: '' })
  app.addHook('onRequest', async (request) => {
    // A page of another site may point its own name at this machine; then it counts as the same site.
    if (!OWN_NAMES.has(request.hostname)) throw new Refusal(403, 'forbidden', 'Open the address that was printed.')
  })
  app.addHook('onRequest', refuseCrossSite)
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get(readingUrls.data, (): PageData => ('blind' in served ? served.blind.page() : openPage(served.open)))
  if ('blind' in served) {
    app.put<{ Body: Static<typeof JudgmentBody> }>(
      readingUrls.judgment,
      { schema: { body: JudgmentBody } },
      ({ body: { ref, ...judgment } }) => {
        served.blind.judge(ref, judgment)
        return { judged: ref }
      },
    )
    app.post(readingUrls.finish, () => served.blind.finish())
  }
  return app
}
