import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#settings/settings.ts'
import { wantsPage } from './errors.ts'
import { Gate } from './gate.ts'
import { Overloaded } from './http-error.ts'
import type { App } from './server.ts'

/** Rendering occupies the only thread. */
const PAGES = { atOnce: 16, mayWait: 200 }

/**
 * Calls with heavy database work, most urgent first; there are as many places as connections. Visitors in a quiz come
 * first, then those who sign in to see their result, then those who want to start. So quizzes that start can be
 * finished under any load; rejecting starts and answers alike would leave all of them unfinished.
 */
const linesOf = (connections: number) => ({
  /** Answers, and views of an attempt. */
  answers: { atOnce: connections, mayWait: 500 },
  /** They lock rows and use several connections each, so a flood of them delays only other sign-ins. */
  signIns: { atOnce: Math.ceil(connections / 5), mayWait: 500 },
  starts: { atOnce: Math.ceil(connections / 3), mayWait: 50 },
  /** Entire accounts and reviews, which may be long. */
  accounts: { atOnce: Math.ceil(connections / 5), mayWait: 50 },
})

/** The kind of a call, for the gate. */
type CallKind = keyof ReturnType<typeof linesOf>

export type Gates = { pages: Gate<'pages'>; calls: Gate<CallKind> }

/** The function with which each admitted request leaves its gate. */
const inside = new WeakMap<FastifyRequest, () => void>()

/** Whether the request has a place, so its work may take time. */
export const isAdmitted = (request: FastifyRequest): boolean => inside.has(request)

/**
 * Limits how many pages and calls run concurrently and how many requests wait. The rest get 503 with Retry-After
 * immediately, so admitted requests are served in time under any load. Quizzes and accounts pass their gates in their
 * handlers; the database pool limits other calls.
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
    // The client disconnected in line, so nobody is waiting for the reply.
    if (reply.raw.destroyed) {
      place()
      throw new Overloaded()
    }
    inside.set(request, place)
  }
  // A place is held only for this process's work: not while a client sends the request's body or reads the reply.
  // Otherwise a few slow clients would lock everyone else out.
  app.addHook('preValidation', (request, reply, done) => {
    // The not-found page takes as long to render as any other.
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
