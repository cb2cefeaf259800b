import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Overloaded } from '../../http/http-error.ts'
import type { Drawing } from './draw-picture.ts'

/** The reply of the drawing process. */
export type Drawn = { png: Uint8Array } | { failure: string }

type Job = { drawing: Drawing; resolve: (png: Buffer) => void; reject: (error: Error) => void }

/** Much longer than a new process takes for its first picture, including loading the fonts. */
const TIMEOUT_MS = 10_000
/** About two seconds of drawing. */
const MAX_WAITING = 20

const PROCESS = new URL('./drawing-process.ts', import.meta.url)

/**
 * Draws pictures one at a time in a child process, started with the first picture. If the process dies or takes too
 * long, the current picture fails and the next one gets a new process.
 */
export class Painter {
  readonly #timeoutMs: number
  #process: ChildProcess | undefined
  #waiting: Job[] = []
  #current: (Job & { timer: NodeJS.Timeout }) | undefined

  constructor({ timeoutMs = TIMEOUT_MS } = {}) {
    this.#timeoutMs = timeoutMs
  }

  /** The id of the drawing process, if one is running. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** Runs `work`, which draws. @throws Overloaded if too many pictures are waiting */
  async admit<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length >= MAX_WAITING) throw new Overloaded()
    return work()
  }

  /**
   * @returns the picture as PNG
   * @throws Error if the drawing fails or takes too long, or the process dies
   */
  draw(drawing: Drawing): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ drawing, resolve, reject })
      this.#next()
    })
  }

  /** Ends the process. Waiting pictures fail. */
  stop(): void {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('The server is stopping.'))
    this.#giveUp('The server is stopping.')
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
    // No environment, because the process doesn't need the secrets in the settings.
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
    child.on('error', () => this.#processEnded(child, 'The drawing process failed to start.'))
    child.on('exit', (code, signal) => this.#processEnded(child, `The drawing process died (${signal ?? code}).`))
    // Neither the process nor its channel may keep the server running.
    child.unref()
    child.channel?.unref()
    return child
  }

  #processEnded(child: ChildProcess, reason: string): void {
    if (child === this.#process) this.#giveUp(reason)
  }

  /** Kills the process and fails the current picture. */
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

export type Picture = { png: Buffer; etag: string }
type Failure = { error: unknown }

/** About 80 kB each. */
const MAX_CACHED = 200
/** A failed picture isn't retried for this long, so one that always fails doesn't hold up the others. */
const RETRY_AFTER_MS = 10_000

/** Admits one drawing, or throws. */
type Admission = <Result>(draw: () => Promise<Result>) => Promise<Result>

/**
 * Caches the latest pictures. The key is all the data in a picture, so a new nickname results in a new picture. Only
 * pictures that have to be drawn need admission, and a rejection isn't cached as a failure.
 */
export function cachePictures(
  draw: (drawing: Drawing) => Promise<Buffer>,
): (drawing: Drawing, admit: Admission) => Promise<Picture> {
  const pictures = new LRUCache<string, Picture | Failure, Drawing>({
    max: MAX_CACHED,
    fetchMethod: async (_key, _stale, { context, options }) => {
      try {
        const png = await draw(context)
        return { png, etag: `"${createHash('sha256').update(png).digest('base64url')}"` }
      } catch (error) {
        options.ttl = RETRY_AFTER_MS
        return { error }
      }
    },
  })
  const unwrap = (picture: Picture | Failure) => {
    if ('error' in picture) throw picture.error
    return picture
  }
  return async (drawing, admit) => {
    const key = JSON.stringify(drawing)
    const drawn = pictures.get(key)
    if (drawn) return unwrap(drawn)
    return admit(async () => unwrap(await pictures.forceFetch(key, { context: drawing })))
  }
}
