import { randomBytes } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { LEVELS } from '#quiz/levels.ts'
import { answerError } from '#server/http/errors.ts'
import { Refusal } from '#server/http/refusal.ts'
import { refuseCrossSite, trustPublicUrl } from '#server/http/request-checks.ts'
import type { BlindSession } from './blind-session.ts'
import { type OpenOptions, openPage } from './open-entries.ts'
import { type PageData, readingUrls, type WelcomePage } from './reading-page/page-data.ts'
import { READER_ROLES } from './reading-page/words.ts'
import type { SharedReadings } from './shared-readings.ts'

const OPTION = Type.String({ maxLength: 200 })

const JudgmentBody = Type.Object(
  {
    ref: Type.String({ pattern: '^[0-9a-f]{16}$' }),
    answer: OPTION,
    defensible: Type.Array(OPTION, { maxItems: 3 }),
    note: Type.String({ maxLength: 1000 }),
    level: Type.Enum([...LEVELS, '']),
    natural: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  },
  { additionalProperties: false },
)

const ReaderBody = Type.Object(
  { name: Type.String({ pattern: '^[^\\p{C}\\s][^\\p{C}]{0,59}$' }), role: Type.Enum([...READER_ROLES]) },
  { additionalProperties: false },
)

const OWN_NAMES = new Set(['127.0.0.1', 'localhost'])

/** Part of the addresses below a shared link. */
type InReading = { Params: { reader: string } }

/** A reader's requests, below the address of their page. */
function addReading(app: FastifyInstance, path: string, sessionOf: (reader: string) => BlindSession): void {
  app.get<InReading>(path + readingUrls.data, ({ params }): PageData => sessionOf(params.reader).page())
  app.put<InReading & { Body: Static<typeof JudgmentBody> }>(
    path + readingUrls.judgment,
    { schema: { body: JudgmentBody } },
    ({ params, body: { ref, ...judgment } }) => {
      sessionOf(params.reader).judge(ref, judgment)
      return { judged: ref }
    },
  )
  app.post<InReading>(path + readingUrls.finish, ({ params }) => sessionOf(params.reader).finish())
}

function createServer(publicUrl = ''): FastifyInstance {
  const app = fastify({
    bodyLimit: 16 * 1024,
    // A browser opens connections ahead, and one that never asked anything counts as busy: the command would not end.
    forceCloseConnections: true,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  })
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(answerError)
  trustPublicUrl(app, { PUBLIC_URL: publicUrl })
  app.addHook('onRequest', refuseCrossSite)
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      // The address is the key to a reading.
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
  })
  return app
}

/**
 * The server of the reading page on this machine without the page itself: it gives an author the bank, or one blind
 * reader the items, and takes the judgments.
 */
export function createReadingServer(served: { open: OpenOptions } | { blind: BlindSession }): FastifyInstance {
  const app = createServer()
  app.addHook('onRequest', async (request) => {
    // A page of another site may point its own name at this machine; then it counts as the same site.
    if (!OWN_NAMES.has(request.hostname)) throw new Refusal(403, 'forbidden', 'Open the address that was printed.')
  })
  if ('blind' in served) addReading(app, '', () => served.blind)
  else app.get(readingUrls.data, (): PageData => openPage(served.open))
  return app
}

/** How a bank is shared: its readings, the page's document, and the public address if there is one. */
type Shared = { readings: SharedReadings; welcome: WelcomePage; html: string; publicUrl: string | undefined }

/**
 * The server for readers on other machines: everything stands below a secret, which the link holds.
 * @returns the server and the path of the link
 */
export function createSharingServer({ readings, welcome, html, publicUrl }: Shared): [FastifyInstance, string] {
  const app = createServer(publicUrl)
  const path = `/${randomBytes(12).toString('hex')}`
  const reading = `${path}/:reader`
  app.get(path, (_request, reply) => reply.type('text/html; charset=utf-8').send(html))
  app.get(path + readingUrls.data, () => welcome)
  app.post<{ Body: Static<typeof ReaderBody> }>(
    path + readingUrls.readers,
    { schema: { body: ReaderBody } },
    ({ body: { name, role } }) => ({ id: readings.join(name, role) }),
  )
  app.get<InReading>(reading, ({ params }, reply) => {
    readings.session(params.reader)
    return reply.type('text/html; charset=utf-8').send(html)
  })
  addReading(app, reading, (reader) => readings.session(reader))
  return [app, path]
}
