import type { StoredAttempt } from '../db/tables/attempt-rows.ts'

/** About 10 MB; the least recently used is evicted. */
const MAX_OPEN = 2000

/**
 * The attempts that this process is serving, as of their last answer, so the next answer needs no read. This is only a
 * hint: a decision based on it counts once the database has accepted its write, which checks the owner and the number
 * of answers.
 */
export class OpenAttempts {
  readonly #attempts = new Map<string, StoredAttempt>()

  /** Removes and returns an attempt: it's outdated once answered, and maybe wrong if answering fails. */
  take(id: string): StoredAttempt | undefined {
    const attempt = this.#attempts.get(id)
    this.#attempts.delete(id)
    return attempt
  }

  /** Caches an attempt unless it's finished. */
  keep(attempt: StoredAttempt): void {
    this.#attempts.delete(attempt.id)
    if (attempt.result) return
    this.#attempts.set(attempt.id, attempt)
    const [oldest] = this.#attempts.keys()
    if (this.#attempts.size > MAX_OPEN && oldest !== undefined) this.#attempts.delete(oldest)
  }
}
