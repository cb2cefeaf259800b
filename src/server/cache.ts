/** A loaded value and how long it may be served. With 0 ms, only callers already waiting get it. */
export type Loaded<Value> = { value: Value; ttlMs: number }

export type CacheOptions = {
  /** Beyond this many keys, the least recently used one is evicted. */
  maxEntries: number
  /** Once this share of its TTL has passed, a value is refreshed in the background. */
  refreshAfter?: number
  /** A failed load is not retried for this long; callers get its error meanwhile. */
  retryAfterMs?: number
  onFailure?: (error: unknown) => void
  now?: () => number
}

type Entry<Value> = {
  held?: { value: Value; refreshAt: number; expiresAt: number }
  loading?: Promise<Value> | undefined
  failure?: { error: unknown; retryAt: number } | undefined
}

/**
 * An in-memory cache with expiry. Concurrent callers of one key share one load. When a background refresh fails, the
 * value in hand is served until it expires.
 */
export class Cache<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #options: Required<CacheOptions>

  constructor(options: CacheOptions) {
    this.#options = { refreshAfter: 1, retryAfterMs: 0, onFailure: () => {}, now: Date.now, ...options }
  }

  /** @throws what `load` threw, unless an unexpired value is cached */
  async get(key: string, load: () => Promise<Loaded<Value>>): Promise<Value> {
    const entry = this.#use(key)
    const { held, failure } = entry
    const time = this.#options.now()
    if (held && time < held.refreshAt) return held.value
    if (!entry.loading && !(failure && time < failure.retryAt)) {
      entry.loading = this.#load(key, entry, load).finally(() => {
        entry.loading = undefined
      })
      // Nobody waits for a background refresh; callers who do wait still get the rejection.
      entry.loading.catch(() => {})
    }
    if (held && time < held.expiresAt) return held.value
    if (entry.loading) return entry.loading
    throw failure?.error
  }

  /** The cached value, if it has not expired; loads nothing. */
  peek(key: string): Value | undefined {
    const held = this.#entries.has(key) ? this.#use(key).held : undefined
    return held && this.#options.now() < held.expiresAt ? held.value : undefined
  }

  /** Caches a value that is at hand. */
  set(key: string, loaded: Loaded<Value>): void {
    this.#hold(this.#use(key), loaded, this.#options.now())
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** The entry, moved to the end of the map: the first one is the least recently used. */
  #use(key: string): Entry<Value> {
    const entry = this.#entries.get(key) ?? {}
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#options.maxEntries && oldest !== undefined) this.#entries.delete(oldest)
    return entry
  }

  async #load(key: string, entry: Entry<Value>, load: () => Promise<Loaded<Value>>): Promise<Value> {
    const { now, retryAfterMs, onFailure } = this.#options
    // Count the TTL from before the request: the other side's clock started at some point during it.
    const start = now()
    try {
      const loaded = await load()
      this.#hold(entry, loaded, start)
      if (loaded.ttlMs <= 0) this.#forget(key, entry)
      return loaded.value
    } catch (error) {
      entry.failure = { error, retryAt: now() + retryAfterMs }
      if (retryAfterMs <= 0 && !entry.held) this.#forget(key, entry)
      onFailure(error)
      throw error
    }
  }

  #hold(entry: Entry<Value>, { value, ttlMs }: Loaded<Value>, start: number): void {
    entry.held = { value, refreshAt: start + ttlMs * this.#options.refreshAfter, expiresAt: start + ttlMs }
    entry.failure = undefined
  }

  #forget(key: string, entry: Entry<Value>): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key)
  }
}
