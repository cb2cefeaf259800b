import { LRUCache } from 'lru-cache'
import type { StoredAttempt } from '../db/tables/attempt-rows.ts'

/** About 10 MB. */
const MAX_OPEN = 2000

/**
 * The attempts that this process is serving, as of their last answer, so the next answer needs no read. This is only a
 * hint: a decision based on it counts once the database has accepted its write, which checks the owner and the number
 * of answers.
 */
export class OpenAttempts {
  readonly #attempts = new LRUCache<string, StoredAttempt>({ max: MAX_OPEN })

  /** Removes and returns an attempt: it's outdated once answered, and may be wrong if answering fails. */
  take(id: string): StoredAttempt | undefined {
    const attempt = this.#attempts.get(id)
    this.#attempts.delete(id)
    return attempt
  }

  /** Caches an attempt unless it's finished. */
  keep(attempt: StoredAttempt): void {
    if (attempt.result) this.#attempts.delete(attempt.id)
    else this.#attempts.set(attempt.id, attempt)
  }
}
