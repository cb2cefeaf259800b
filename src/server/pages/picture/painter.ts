import { type ChildProcess, fork } from 'node:child_process'
import type { Drawing } from './drawing.ts'

/** What the drawing process answers. */
export type Drawn = { png: Uint8Array } | { failure: string }

type Job = { drawing: Drawing; resolve: (png: Buffer) => void; reject: (error: Error) => void }

/** Far above what a picture takes in a process that has just started, fonts included. */
const TIMEOUT_MS = 10_000
/** More wait for a picture only when something is wrong. */
const MOST_WAITING = 20

const PROCESS = new URL('./drawing-process.ts', import.meta.url)

/**
 * Draws pictures one after another in a process of its own, started when the first is wanted. When that process dies or takes too long,
 * the picture at hand fails and the next one gets a new process.
 */
export class Painter {
  readonly #timeoutMs: number
  #process: ChildProcess | undefined
  #waiting: Job[] = []
  #current: (Job & { timer: NodeJS.Timeout }) | undefined

  constructor({ timeoutMs = TIMEOUT_MS } = {}) {
    this.#timeoutMs = timeoutMs
  }

  /** The process at work, if one runs. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  /**
   * @returns the picture as PNG
   * @throws Error when too many wait, the drawing fails or takes too long, or its process dies
   */
  draw(drawing: Drawing): Promise<Buffer> {
    if (this.#waiting.length >= MOST_WAITING)
      return Promise.reject(new Error(`${MOST_WAITING} pictures wait to be drawn already.`))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ drawing, resolve, reject })
      this.#next()
    })
  }

  /** Ends the process; what waits fails. */
  stop(): void {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('The server stops.'))
    this.#giveUp('The server stops.')
  }

  #next(): void {
    if (this.#current) return
    const job = this.#waiting.shift()
    if (!job) return
    const timer = setTimeout(() => this.#giveUp(`The picture took longer than ${this.#timeoutMs} ms.`), this.#timeoutMs)
    this.#current = { ...job, timer }
    this.#process ??= this.#start()
    this.#process.send(job.drawing)
  }

  #start(): ChildProcess {
    // No environment: none of the settings' secrets has any business there.
    const child = fork(PROCESS, {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('message', (drawn: Drawn) => {
      if (child !== this.#process) return
      if ('png' in drawn) this.#finish(({ resolve }) => resolve(Buffer.from(drawn.png)))
      else this.#finish(({ reject }) => reject(new Error(drawn.failure)))
    })
    child.on('error', () => this.#processEnded(child, 'The drawing process cannot be reached.'))
    child.on('exit', (code, signal) => this.#processEnded(child, `The drawing process died (${signal ?? code}).`))
    // Neither keeps the server from ending.
    child.unref()
    child.channel?.unref()
    return child
  }

  #processEnded(child: ChildProcess, reason: string): void {
    if (child === this.#process) this.#giveUp(reason)
  }

  /** The process is not worth waiting for. */
  #giveUp(reason: string): void {
    const child = this.#process
    this.#process = undefined
    child?.kill('SIGKILL')
    this.#finish(({ reject }) => reject(new Error(reason)))
  }

  #finish(settle: (job: Job) => void): void {
    const job = this.#current
    if (!job) return
    clearTimeout(job.timer)
    this.#current = undefined
    settle(job)
    this.#next()
  }
}
