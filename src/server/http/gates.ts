import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#settings/settings.ts'
import { wantsPage } from './errors.ts'
import { Gate } from './gate.ts'
import { Overloaded } from './http-error.ts'
import type { App } from './server.ts'

/** Rendering takes the only thread. */
const PAGES = { atOnce: 16, mayWait: 200 }

/**
 * Calls for which the database works hard, the most urgent first: as many places as there are connections. Visitors in
 * a quiz come first, then those who sign in to see their result, then those who want to start. So under any load the
 * quizzes that start can be finished; turning starts and answers away alike would leave each of them unfinished.
 */
const linesOf = (connections: number) => ({
  /** Answers, and views of an attempt. */
  answers: { atOnce: connections, mayWait: 500 },
  /** They lock rows and use several connections each: a flood of them delays only other sign-ins. */
  signIns: { atOnce: Math.ceil(connections / 5), mayWait: 500 },
  starts: { atOnce: Math.ceil(connections / 3), mayWait: 50 },
  /** Whole accounts and reviews, which may be long. */
  accounts: { atOnce: Math.ceil(connections / 5), mayWait: 50 },
})

/** What a call passes the gate as. */
type CallKind = keyof ReturnType<typeof linesOf>

export type Gates = { pages: Gate<'pages'>; calls: Gate<CallKind> }

/** How each admitted request leaves its gate. */
const inside = new WeakMap<FastifyRequest, () => void>()

/** Whether the request holds a place: what it gets may take time. */
export const isAdmitted = (request: FastifyRequest): boolean => inside.has(request)

/**
 * Limits how many pages and calls run at once and how many requests wait. The rest get 503 with Retry-After at once, so
 * those admitted are served in time under any load. Quizzes and accounts pass theirs in their handlers; the database
 * pool limits other calls.
 */
export function openGates(app: App, { DATABASE_POOL_SIZE }: Pick<Settings, 'DATABASE_POOL_SIZE'>): Gates {
  const pages = new Gate(PAGES.atOnce, { pages: PAGES })
  const calls = new Gate(DATABASE_POOL_SIZE, linesOf(DATABASE_POOL_SIZE))
  const leave = (request: FastifyRequest) => {
    inside.get(request)?.()
    inside.delete(request)
  }
  const admit = async (kind: 'pages' | 'signIns', request: FastifyRequest, reply: FastifyReply) => {
    const place = await (kind === 'pages' ? pages.enter(kind) : calls.enter(kind))
    // Nobody waits any more for the answer of a client that disconnected in the line.
    if (reply.raw.destroyed) {
      place()
      throw new Overloaded()
    }
    inside.set(request, place)
  }
  // A place is held only for what this process does: not while a client sends the request's body, nor while it reads
  // the reply. Few slow clients would otherwise keep everybody else out.
  app.addHook('preValidation', (request, reply, done) => {
    // The page that says that there is nothing takes as long to render as any other.
    const kind = request.routeOptions.config.gate ?? (request.is404 && wantsPage(request) ? 'pages' : undefined)
    if (kind) admit(kind, request, reply).then(() => done(), done)
    else done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leave(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    leave(request)
    done()
  })
  return { pages, calls }
}
