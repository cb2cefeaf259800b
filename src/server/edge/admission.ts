import { setImmediate as afterReading } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { urls } from '#contract/urls.ts'
import type { Settings } from '../settings.ts'
import { wantsPage } from './errors.ts'
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

type GateOptions = { atOnce: number; mayWait: number; longestWaitMs: number }

type Waiting = { settle: (isAdmitted: boolean) => void; until: number }

/** Lets so many in at once, so many more wait in line for a limited time, and turns the rest away. */
export class Gate {
  readonly #options: GateOptions
  readonly #line: Waiting[] = []
  #inside = 0

  constructor(options: GateOptions) {
    this.#options = options
  }

  get inside(): number {
    return this.#inside
  }

  get waiting(): number {
    return this.#line.length
  }

  /** @returns how to leave, at the latest after the longest wait; undefined for whoever is turned away */
  async enter(): Promise<(() => void) | undefined> {
    if (this.#inside < this.#options.atOnce) this.#inside += 1
    else if (this.#line.length >= this.#options.mayWait || !(await this.#wait())) return undefined
    let isInside = true
    const leave = () => {
      if (isInside) this.#leave()
      isInside = false
    }
    // Rendering holds the only thread: what has arrived in the meantime is to stand in line first, or be turned away, however long that takes.
    await afterReading()
    return leave
  }

  /** Does `work` inside. @throws Overloaded for whoever is turned away */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const leave = await this.enter()
    if (!leave) throw new Overloaded()
    try {
      return await work()
    } finally {
      leave()
    }
  }

  #wait(): Promise<boolean> {
    const { longestWaitMs } = this.#options
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(waiting), 1)
        resolve(false)
      }, longestWaitMs)
      const settle = (isAdmitted: boolean) => {
        clearTimeout(timer)
        resolve(isAdmitted)
      }
      const waiting = { settle, until: performance.now() + longestWaitMs }
      this.#line.push(waiting)
    })
  }

  #leave(): void {
    // Timers may be late on a busy thread: who has waited too long is gone, or will be soon.
    let next = this.#line.shift()
    while (next && next.until < performance.now()) {
      next.settle(false)
      next = this.#line.shift()
    }
    if (next) next.settle(true)
    else this.#inside -= 1
  }
}
