import type { FastifyReply, FastifyRequest } from 'fastify'
import { urls } from '#contract/urls.ts'
import type { App } from '../app.ts'
import type { Settings } from '../env.ts'
import { wantsPage } from '../pages/error-pages.ts'
import { Overloaded } from '../refusal.ts'
import { Gate } from './gate.ts'

const LONGEST_WAIT_MS = 2000
/** One process draws all pictures, one after another, in a tenth of a second each. */
const PICTURES = { atOnce: 2, mayWait: 20, longestWaitMs: LONGEST_WAIT_MS }

export type Gates = Record<'pages' | 'pictures', Gate>

const IS_PICTURE = new RegExp(`^${urls.reportPicture('[^/?]+')}`)

function gateOf({ pages, pictures }: Gates, request: FastifyRequest): Gate | undefined {
  if (!wantsPage(request)) return undefined
  return IS_PICTURE.test(request.url) ? pictures : pages
}

/**
 * Bounds how many pages and pictures are made at once and how many requests wait for it; the rest get 503 with Retry-After at once, so that
 * those who are let in are served in time however many come. Calls of the API are bounded by the database's pool.
 */
export function admitPages(app: App, settings: Pick<Settings, 'PAGES_AT_ONCE' | 'PAGES_WAITING'>): Gates {
  const { PAGES_AT_ONCE: atOnce, PAGES_WAITING: mayWait } = settings
  const gates = {
    pages: new Gate({ atOnce, mayWait, longestWaitMs: LONGEST_WAIT_MS }),
    pictures: new Gate(PICTURES),
  }
  const inside = new WeakMap<FastifyRequest, () => void>()
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const gate = gateOf(gates, request)
    if (!gate) return
    const leave = await gate.enter()
    if (!leave) throw new Overloaded()
    inside.set(request, leave)
    // Whoever goes away before the answer leaves too.
    reply.raw.once('close', leave)
    if (reply.raw.closed) leave()
  })
  app.addHook('onResponse', async (request) => inside.get(request)?.())
  return gates
}
