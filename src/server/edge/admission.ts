import type { FastifyReply, FastifyRequest } from 'fastify'
import { urls } from '#contract/urls.ts'
import type { Settings } from '../settings.ts'
import { wantsPage } from './errors.ts'
import { Gate } from './gate.ts'
import { Overloaded } from './refusal.ts'
import type { App } from './server.ts'

const LONGEST_WAIT_MS = 2000
/** One process draws all pictures, one after another, in a tenth of a second each. */
const PICTURES = { atOnce: 2, mayWait: 20, longestWaitMs: LONGEST_WAIT_MS }

/** Of the connections to the database, one in so many may be used by starts. */
const STARTS_SHARE = 5
const ANSWERS_WAITING = 500
const STARTS_WAITING = 50

export type Gates = Record<'pages' | 'pictures' | 'answers' | 'starts', Gate>

/** What becomes of a start, an answer or a look at an assessment when too many come. */
export type QuizGates = {
  /** @throws Overloaded */
  start: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** @throws Overloaded */
  answer: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/**
 * Who has begun goes on: starts are few at once and stand in the answers' line besides, so that the longer it gets the fewer quizzes are
 * begun, and each of those gets its fifteen answers in. Turning away answers and starts alike would finish no quiz at all.
 */
export function admitQuizzes({ answers, starts }: Gates): QuizGates {
  return {
    start: (work) => starts.run(() => answers.run(work)),
    answer: (work) => answers.run(work),
  }
}

const IS_PICTURE = new RegExp(`^${urls.reportPicture('[^/?]+')}`)

function gateOf({ pages, pictures }: Pick<Gates, 'pages' | 'pictures'>, request: FastifyRequest): Gate | undefined {
  if (!wantsPage(request)) return undefined
  return IS_PICTURE.test(request.url) ? pictures : pages
}

/**
 * Bounds how many pages and pictures are made at once and how many requests wait for it; the rest get 503 with Retry-After at once, so that
 * those who are let in are served in time however many come. Quizzes have gates of their own (`admitQuizzes`); other calls of the API are
 * bounded by the database's pool.
 */
export function admitPages(
  app: App,
  settings: Pick<Settings, 'PAGES_AT_ONCE' | 'PAGES_WAITING' | 'DATABASE_POOL_SIZE'>,
): Gates {
  const { PAGES_AT_ONCE: atOnce, PAGES_WAITING: mayWait, DATABASE_POOL_SIZE: connections } = settings
  const gates = {
    pages: new Gate({ atOnce, mayWait, longestWaitMs: LONGEST_WAIT_MS }),
    pictures: new Gate(PICTURES),
    answers: new Gate({ atOnce: connections, mayWait: ANSWERS_WAITING, longestWaitMs: LONGEST_WAIT_MS }),
    starts: new Gate({
      atOnce: Math.ceil(connections / STARTS_SHARE),
      mayWait: STARTS_WAITING,
      longestWaitMs: LONGEST_WAIT_MS,
    }),
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
