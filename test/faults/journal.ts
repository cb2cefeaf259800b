import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Attempt } from '#contract/attempts.ts'

/** A request as sent by its visitor. `person` is the user who signs in, `assessmentId` the shared assessment. */
export type Request = {
  visitor: number
  method: string
  path: string
  choice?: readonly string[]
  person?: string
  attemptId?: string
  cookies: Readonly<Record<string, string>>
}

/** The data that a reply acknowledged: an attempt, a sign-in, or a report with its page's content. */
export type Acknowledged = { attempt?: Attempt; userId?: number; reportId?: string; reportText?: string }

type Unstamped =
  | ({ kind: 'request'; n: number } & Request)
  | ({ kind: 'reply'; n: number; status: number; ms: number; cookies: Record<string, string> } & Acknowledged)
  /** No reply came: the request may have taken effect or not. */
  | { kind: 'cut'; n: number; ms: number }

/** `at` is this machine's time in milliseconds. */
export type Entry = Unstamped & { at: number }

/** The outcome of a request, with its time and duration; status 0 means no reply. */
export type Outcome = { status: number; at: number; ms: number; path: string }

/** Requests and replies on disk: each request before it is sent, each reply before anything relies on it. */
export class Journal {
  readonly #file: string
  readonly #handle: FileHandle
  #isKept = false
  #requests = 0
  #waiting: string[] = []
  #written: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  private constructor(file: string, handle: FileHandle) {
    this.#file = file
    this.#handle = handle
  }

  static async create(): Promise<Journal> {
    const file = join(mkdtempSync(join(tmpdir(), 'language-quiz-journal-')), 'journal.jsonl')
    return new Journal(file, await open(file, 'a'))
  }

  /** @returns the number that the reply uses to refer to this request, once the request is on disk */
  async request(request: Request): Promise<number> {
    this.#requests += 1
    const n = this.#requests
    await this.#note({ kind: 'request', n, ...request })
    return n
  }

  reply(n: number, reply: { status: number; ms: number; cookies: Record<string, string> } & Acknowledged) {
    return this.#note({ kind: 'reply', n, ...reply })
  }

  cut(n: number, ms: number): Promise<void> {
    return this.#note({ kind: 'cut', n, ms })
  }

  /** All entries on disk, in the order written. */
  entries(): Entry[] {
    const lines = readFileSync(this.#file, 'utf8').split('\n')
    return lines.slice(0, -1).map((line) => JSON.parse(line))
  }

  outcomes(): Outcome[] {
    const paths = new Map<number, string>()
    return this.entries().flatMap((entry) => {
      const { n, at } = entry
      if (entry.kind === 'request') paths.set(n, entry.path)
      else return [{ status: entry.kind === 'cut' ? 0 : entry.status, at, ms: entry.ms, path: paths.get(n) ?? '' }]
      return []
    })
  }

  /** Keeps the file after closing, for debugging. @returns its path */
  keep(): string {
    this.#isKept = true
    return this.#file
  }

  async close(): Promise<void> {
    await this.#handle.close()
    if (!this.#isKept) rmSync(dirname(this.#file), { recursive: true })
  }

  /** Entries that arrive during a sync are written together. */
  #note(entry: Unstamped): Promise<void> {
    this.#waiting.push(`${JSON.stringify({ at: Date.now(), ...entry })}\n`)
    this.#next ??= this.#written.then(() => this.#write())
    return this.#next
  }

  async #write(): Promise<void> {
    const lines = this.#waiting.join('')
    this.#waiting = []
    this.#written = this.#next ?? this.#written
    this.#next = undefined
    await this.#handle.appendFile(lines)
    await this.#handle.datasync()
  }
}
