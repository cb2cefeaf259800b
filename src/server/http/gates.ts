import { setImmediate as afterPendingReads } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#settings/settings.ts'
import { wantsPage } from './errors.ts'
import { addressGroup, burstLimit } from './limits.ts'
import { Overloaded } from './refusal.ts'
import type { App } from './server.ts'

const MAX_WAIT_MS = 2000
/** A single process draws all pictures one at a time, about 0.1 s each. */
const PICTURES = { atOnce: 2, mayWait: 20, longestWaitMs: MAX_WAIT_MS }

/** Whole accounts that a process reads at once. */
const ACCOUNTS = { atOnce: 2, mayWait: 50, longestWaitMs: MAX_WAIT_MS }

/** Starts may use one of this many database connections. */
const STARTS_SHARE = 3
const ANSWERS_WAITING = 500
const STARTS_WAITING = 50
/** So may sign-ins, which lock rows and use several connections each: a flood of them delays only other sign-ins. */
const SIGN_INS_SHARE = 5
const SIGN_INS_WAITING = 500
const SIGN_INS_LONGEST_WAIT_MS = 5000

/** Calls to one provider of sign-ins: they hold no database connection, and a slow provider delays only its own. */
const PROVIDER_CALLS = { atOnce: 20, mayWait: 100, longestWaitMs: SIGN_INS_LONGEST_WAIT_MS }

export type Gates = Record<'pages' | 'pictures' | 'answers' | 'starts' | 'accounts' | 'signIns', Gate>

/** What coming back from a provider passes, one after the other: never both at once. */
export type ProviderGates = {
  /** The calls to the provider. */
  calls: Gate
  /** The database's part, which all ways to sign in share. */
  database: Gate
}

export const providerGates = ({ signIns }: Pick<Gates, 'signIns'>): ProviderGates => ({
  calls: new Gate(PROVIDER_CALLS),
  database: signIns,
})

/** Admits starts, and answers and views of an attempt. */
export type QuizGates = {
  /** @throws Overloaded */
  start: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** @throws Overloaded */
  answer: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/**
 * Visitors already in a quiz take priority; a start must also pass the answers gate. The longer the queue, the fewer
 * quizzes start, and those that do can be finished. Turning away starts and answers alike would leave every quiz
 * unfinished.
 */
export function admitQuizzes({ answers, starts }: Gates): QuizGates {
  return {
    start: (work) => starts.run(() => answers.run(work)),
    answer: (work) => answers.run(work),
  }
}

/** How each admitted request leaves its gate. */
const inside = new WeakMap<FastifyRequest, () => void>()

/** Whether the request holds a place: what it gets may take time. */
export const isAdmitted = (request: FastifyRequest): boolean => inside.has(request)

/**
 * Limits how many pages and sign-ins run at once and how many requests wait. The rest get 503 with Retry-After at once,
 * so those admitted are served in time under any load. Quizzes have their own gates (`admitQuizzes`); the database pool
 * limits other API calls.
 */
export function admitPages(
  app: App,
  settings: Pick<Settings, 'PAGES_AT_ONCE' | 'PAGES_WAITING' | 'DATABASE_POOL_SIZE' | 'SIGN_INS_PER_MINUTE'>,
): Gates {
  const { PAGES_AT_ONCE: atOnce, PAGES_WAITING: mayWait, DATABASE_POOL_SIZE: connections } = settings
  const gates = {
    pages: new Gate({ atOnce, mayWait, longestWaitMs: MAX_WAIT_MS }),
    pictures: new Gate(PICTURES),
    answers: new Gate({ atOnce: connections, mayWait: ANSWERS_WAITING, longestWaitMs: MAX_WAIT_MS }),
    starts: new Gate({
      atOnce: Math.ceil(connections / STARTS_SHARE),
      mayWait: STARTS_WAITING,
      longestWaitMs: MAX_WAIT_MS,
    }),
    accounts: new Gate(ACCOUNTS),
    signIns: new Gate({
      atOnce: Math.ceil(connections / SIGN_INS_SHARE),
      mayWait: SIGN_INS_WAITING,
      longestWaitMs: SIGN_INS_LONGEST_WAIT_MS,
    }),
  }
  const refuseBursts = burstLimit(settings.SIGN_INS_PER_MINUTE)
  const leave = (request: FastifyRequest) => {
    inside.get(request)?.()
    inside.delete(request)
  }
  const admit = async (gate: Gate, request: FastifyRequest, reply: FastifyReply) => {
    const place = await gate.enter()
    // Nobody waits any more for the answer of a client that disconnected in the queue.
    if (place && reply.raw.destroyed) place()
    if (!place || reply.raw.destroyed) throw new Overloaded()
    inside.set(request, place)
  }
  // The page that says that there is nothing takes as long to render as any other.
  const gateOf = (request: FastifyRequest) =>
    request.routeOptions.config.gate ?? (request.is404 && wantsPage(request) ? 'pages' : undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    // Answer without waiting: a refusal must cost next to nothing.
    const { gate = 'pages' } = request.routeOptions.config
    if (gate !== 'pages') refuseBursts(addressGroup(request.ip)).then(() => done(), done)
    else done()
  })
  // A place is held only for what this process does: not while a client sends the request's body, nor while it reads
  // the reply. Few slow clients would otherwise keep everybody else out.
  app.addHook('preValidation', (request, reply, done) => {
    const name = gateOf(request)
    if (name && name !== 'providers') admit(gates[name], request, reply).then(() => done(), done)
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
