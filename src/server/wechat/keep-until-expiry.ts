/** A value that another service lends for a time. */
export type Lent<Value> = { value: Value; lifeMs: number }

export type Keeper<Value> = {
  get: () => Promise<Value>
  /** The lender has taken the value back early. */
  forget: () => void
}

export type KeeperOptions = { onFailure?: (error: unknown) => void; now?: () => number }

/** A lender that has just failed is left alone for this long. */
const PAUSE_MS = 10_000

/**
 * Borrows a value once per its life, however many ask at once. In the last tenth of the life it is renewed behind the back of those who
 * ask; when that fails, the value in hand serves until it expires.
 */
export function keepUntilExpiry<Value>(
  borrow: () => Promise<Lent<Value>>,
  { onFailure = () => {}, now = Date.now }: KeeperOptions = {},
): Keeper<Value> {
  let held: { value: Value; renewAt: number; expiresAt: number } | undefined
  let underway: Promise<Value> | undefined
  let failed: { error: unknown; pausedUntil: number } | undefined

  async function renew(): Promise<Value> {
    // The life counts from before the request: the lender's clock started somewhere in between.
    const asked = now()
    try {
      const { value, lifeMs } = await borrow()
      held = { value, renewAt: asked + lifeMs * 0.9, expiresAt: asked + lifeMs }
      failed = undefined
      return value
    } catch (error) {
      failed = { error, pausedUntil: now() + PAUSE_MS }
      onFailure(error)
      throw error
    } finally {
      underway = undefined
    }
  }

  return {
    async get() {
      const time = now()
      if (held && time < held.renewAt) return held.value
      if (!underway && !(failed && time < failed.pausedUntil)) {
        underway = renew()
        // Nobody may be waiting for it; who waits gets the rejection all the same.
        underway.catch(() => {})
      }
      if (held && time < held.expiresAt) return held.value
      if (underway) return underway
      throw failed?.error
    },
    forget() {
      held = undefined
    },
  }
}
