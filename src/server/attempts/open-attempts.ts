import type { StoredAttempt } from '../db/attempts.ts'

/** About 10 MB; the least recently used is forgotten. */
const MOST_OPEN = 2000

/**
 * The attempts that this process is serving, as they stood after their last answer, so that the next one needs no read. Only a hint: a decision that
 * rests on it counts once the database has accepted its write, which says whose the attempt is and how many answers it has.
 */
export class OpenAttempts {
  readonly #attempts = new Map<string, StoredAttempt>()

  find(id: string): StoredAttempt | undefined {
    return this.#attempts.get(id)
  }

  keep(attempt: StoredAttempt): void {
    this.forget(attempt.id)
    if (attempt.level !== null) return
    this.#attempts.set(attempt.id, attempt)
    const [oldest] = this.#attempts.keys()
    if (this.#attempts.size > MOST_OPEN && oldest !== undefined) this.forget(oldest)
  }

  forget(id: string): void {
    this.#attempts.delete(id)
  }
}
