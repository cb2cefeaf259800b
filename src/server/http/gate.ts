import { setImmediate as afterPendingReads } from 'node:timers/promises'
import { QUESTIONS } from '#quiz/constants.ts'
import { Overloaded } from './http-error.ts'

const MAX_WAIT_MS = 2000
/**
 * A line waits for at most this many callers of earlier ones: twice as many as a quiz has requests after its start, so
 * while answers wait, more quizzes finish than start. With half as many, answers would wait 0.9 s at five times
 * saturation.
 */
const MAX_PASSED = 2 * (QUESTIONS + 1)

/** Callers of one kind: how many of a gate's places they may take, and how many may wait. */
export type Line = { atOnce: number; mayWait: number }

type Waiting = { settle: (isAdmitted: boolean) => void; until: number }

/** `passed`: the callers of earlier lines admitted while this one waited. */
type LineState = Line & { inside: number; waiting: Waiting[]; passed: number }

/**
 * Admits `atOnce` callers and queues more in a line per kind, serving earlier lines first, up to `MAX_PASSED` times in
 * a row. The rest are rejected. Not p-queue: it has priorities but no shares per priority, and with a queue per share
 * each admission costs many times as much (docs/decisions/020).
 */
export class Gate<Kind extends string> {
  readonly #atOnce: number
  readonly #lines: Readonly<Record<Kind, LineState>>
  #inside = 0

  constructor(atOnce: number, lines: Readonly<Record<Kind, Line>>) {
    this.#atOnce = atOnce
    const states = Object.entries<Line>(lines).map(([kind, line]) => [
      kind,
      { ...line, inside: 0, waiting: [], passed: 0 },
    ])
    this.#lines = Object.fromEntries(states)
  }

  /** The number of callers of a kind inside and waiting. */
  count(kind: Kind): { inside: number; waiting: number } {
    const { inside, waiting } = this.#lines[kind]
    return { inside, waiting: waiting.length }
  }

  /**
   * @returns a function that leaves the gate
   * @throws Overloaded if rejected, at the latest after the maximum wait
   */
  async enter(kind: Kind): Promise<() => void> {
    const line = this.#lines[kind]
    if (this.#hasRoom(line)) this.#take(line)
    else if (line.waiting.length >= line.mayWait || !(await this.#wait(line))) throw new Overloaded()
    let isInside = true
    // Work may block the only thread, so first let requests that have arrived join the line or be rejected.
    await afterPendingReads()
    return () => {
      if (isInside) this.#leave(line)
      isInside = false
    }
  }

  /** Runs `work` inside the gate. @throws Overloaded if rejected */
  async run<Result>(kind: Kind, work: () => Promise<Result>): Promise<Result> {
    const leave = await this.enter(kind)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  #hasRoom(line: LineState): boolean {
    return this.#inside < this.#atOnce && line.inside < line.atOnce
  }

  #take(line: LineState): void {
    this.#inside += 1
    line.inside += 1
  }

  #wait({ waiting }: LineState): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(caller), 1)
        resolve(false)
      }, MAX_WAIT_MS)
      const settle = (isAdmitted: boolean) => {
        clearTimeout(timer)
        resolve(isAdmitted)
      }
      const caller = { settle, until: performance.now() + MAX_WAIT_MS }
      waiting.push(caller)
    })
  }

  #leave(left: LineState): void {
    this.#inside -= 1
    left.inside -= 1
    const lines = Object.values<LineState>(this.#lines)
    const isDue = ({ passed }: LineState) => passed >= MAX_PASSED
    for (const line of [...lines.filter(isDue), ...lines]) {
      let next = this.#hasRoom(line) ? line.waiting.shift() : undefined
      // Timers run late on a busy thread: skip callers that have waited too long.
      while (next && next.until < performance.now()) {
        next.settle(false)
        next = line.waiting.shift()
      }
      if (!next) continue
      this.#take(line)
      line.passed = 0
      for (const later of lines.slice(lines.indexOf(line) + 1)) if (later.waiting.length > 0) later.passed += 1
      next.settle(true)
      return
    }
  }
}
