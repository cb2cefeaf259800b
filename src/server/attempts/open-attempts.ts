import type { StoredAttempt } from '../db/tables/attempt-rows.ts'

/** About 10 MB; the least recently used is forgotten. */
const MAX_OPEN = 2000

/**
 * The attempts that this process is serving, as they stood after their last answer, so that the next one needs no read.
 * Only a hint: a decision that rests on it counts once the database has accepted its write, which says whose the
 * attempt is and how many answers it has.
 */
export class OpenAttempts {
  readonly #attempts = new Map<string, StoredAttempt>()

  /** Hands out an attempt and forgets it: it is old once it is answered, or wrong if that fails. */
  take(id: string): StoredAttempt | undefined {
    const attempt = this.#attempts.get(id)
    this.#attempts.delete(id)
    return attempt
  }

  /** Remembers an attempt until it is finished. */
  keep(attempt: StoredAttempt): void {
    this.#attempts.delete(attempt.id)
    if (attempt.result) return
    this.#attempts.set(attempt.id, attempt)
    const [oldest] = this.#attempts.keys()
    if (this.#attempts.size > MAX_OPEN && oldest !== undefined) this.#attempts.delete(oldest)
  }
}
