import { setImmediate as afterPendingReads } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { urls } from '#contract/urls.ts'
import type { Settings } from '../settings.ts'
import { wantsPage } from './errors.ts'
import { addressGroup, burstLimit } from './limits.ts'
import { Overloaded } from './refusal.ts'
import type { App } from './server.ts'

const LONGEST_WAIT_MS = 2000
/** A single process draws all pictures one at a time, about 0.1 s each. */
const PICTURES = { atOnce: 2, mayWait: 20, longestWaitMs: LONGEST_WAIT_MS }

/** Whole accounts that a process reads at once. */
const ACCOUNTS = { atOnce: 2, mayWait: 50, longestWaitMs: LONGEST_WAIT_MS }

/** Starts may use one of this many database connections. */
const STARTS_SHARE = 3
const ANSWERS_WAITING = 500
const STARTS_WAITING = 50
/** So may sign-ins: a flood of code requests delays only other sign-ins. */
const SIGN_INS_SHARE = 5
const SIGN_INS_WAITING = 500
const SIGN_INS_LONGEST_WAIT_MS = 5000

export type Gates = Record<'pages' | 'pictures' | 'answers' | 'starts' | 'accounts' | 'signIns', Gate>

/** Admits starts, and answers and views of an assessment. */
export type QuizGates = {
  /** @throws Overloaded */
  start: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** @throws Overloaded */
  answer: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/**
 * Visitors already in a quiz take priority; a start must also pass the answers gate. The longer the queue, the fewer quizzes start, and
 * those that do can be finished. Turning away starts and answers alike would leave every quiz unfinished.
 */
export function admitQuizzes({ answers, starts }: Gates): QuizGates {
  return {
    start: (work) => starts.run(() => answers.run(work)),
    answer: (work) => answers.run(work),
  }
}

/** Asking for codes takes a lock and a connection, redeeming one or coming back from a provider several. */
const SIGN_IN_ROUTES: ReadonlySet<string | undefined> = new Set([
  urls.codes,
  urls.sessions,
  urls.appSessions,
  urls.signInWith(':provider'),
  urls.callback(':provider'),
  urls.signInWith('staff'),
  urls.callback('staff'),
])

/** The gate that a whole request passes; a picture passes its own only when it has to be drawn. */
function gateOf({ pages, signIns }: Gates, request: FastifyRequest): Gate | undefined {
  const route = request.routeOptions.url
  if (SIGN_IN_ROUTES.has(route)) return signIns
  return wantsPage(request) && route !== urls.reportPicture(':id') ? pages : undefined
}

/**
 * Limits how many pages and sign-ins run at once and how many requests wait. The rest get 503 with Retry-After at once, so those
 * admitted are served in time under any load. Quizzes have their own gates (`admitQuizzes`); the database pool limits other API calls.
 */
export function admitPages(
  app: App,
  settings: Pick<Settings, 'PAGES_AT_ONCE' | 'PAGES_WAITING' | 'DATABASE_POOL_SIZE' | 'SIGN_INS_PER_MINUTE'>,
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
    accounts: new Gate(ACCOUNTS),
    signIns: new Gate({
      atOnce: Math.ceil(connections / SIGN_INS_SHARE),
      mayWait: SIGN_INS_WAITING,
      longestWaitMs: SIGN_INS_LONGEST_WAIT_MS,
    }),
  }
  const refuseBursts = burstLimit(settings.SIGN_INS_PER_MINUTE)
  const inside = new WeakMap<FastifyRequest, () => void>()
  const admit = async (gate: Gate, request: FastifyRequest, reply: FastifyReply) => {
    // Answer without waiting: a refusal must cost next to nothing.
    if (gate === gates.signIns) await refuseBursts(addressGroup(request.ip))
    const leave = await gate.enter()
    if (!leave) throw new Overloaded()
    inside.set(request, leave)
    // A client that disconnects early frees its place.
    reply.raw.once('close', leave)
    if (reply.raw.closed) leave()
  }
  app.addHook('onRequest', (request, reply, done) => {
    const gate = gateOf(gates, request)
    if (gate) admit(gate, request, reply).then(() => done(), done)
    else done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    inside.get(request)?.()
    done()
  })
  return gates
}

type GateOptions = { atOnce: number; mayWait: number; longestWaitMs: number }

type Waiting = { settle: (isAdmitted: boolean) => void; until: number }

/** Admits `atOnce` callers, queues `mayWait` more for at most `longestWaitMs`, and turns the rest away. */
export class Gate {
  readonly #options: GateOptions
  readonly #queue: Waiting[] = []
  #inside = 0

  constructor(options: GateOptions) {
    this.#options = options
  }

  get inside(): number {
    return this.#inside
  }

  get waiting(): number {
    return this.#queue.length
  }

  /** @returns a function that leaves the gate, or undefined if turned away, at the latest after the longest wait */
  async enter(): Promise<(() => void) | undefined> {
    if (this.#inside < this.#options.atOnce) this.#inside += 1
    else if (this.#queue.length >= this.#options.mayWait || !(await this.#wait())) return undefined
    let isInside = true
    const leave = () => {
      if (isInside) this.#leave()
      isInside = false
    }
    // Rendering blocks the only thread, so first let requests that have arrived join the queue or be turned away.
    await afterPendingReads()
    return leave
  }

  /** Runs `work` inside the gate. @throws Overloaded when turned away */
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
        this.#queue.splice(this.#queue.indexOf(waiting), 1)
        resolve(false)
      }, longestWaitMs)
      const settle = (isAdmitted: boolean) => {
        clearTimeout(timer)
        resolve(isAdmitted)
      }
      const waiting = { settle, until: performance.now() + longestWaitMs }
      this.#queue.push(waiting)
    })
  }

  #leave(): void {
    // Timers run late on a busy thread: skip callers that have waited too long.
    let next = this.#queue.shift()
    while (next && next.until < performance.now()) {
      next.settle(false)
      next = this.#queue.shift()
    }
    if (next) next.settle(true)
    else this.#inside -= 1
  }
}
