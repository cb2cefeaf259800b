import { setImmediate as afterReading } from 'node:timers/promises'
import { Overloaded } from './refusal.ts'

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
