/** A sign-out at the marketplace that leaves its cookie in place is seen within this time. */
const REMEMBERED_MS = 3000
const MOST_REMEMBERED = 10_000

/**
 * Asks once in three seconds for each key, however many want to know at once. An answer that is not `worthKeeping`, and a failure, serve only
 * those who already wait for it.
 */
export function rememberBriefly<Value>(
  worthKeeping: (value: Value) => boolean,
  now: () => number = Date.now,
): (key: string, ask: () => Promise<Value>) => Promise<Value> {
  const known = new Map<string, { answer: Promise<Value>; until: number }>()
  return (key, ask) => {
    const present = known.get(key)
    if (present && now() < present.until) return present.answer
    const entry = { answer: ask(), until: Number.POSITIVE_INFINITY }
    known.delete(key)
    known.set(key, entry)
    const [oldest] = known.keys()
    if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest)
    const settle = (isKept: boolean) => {
      entry.until = isKept ? now() + REMEMBERED_MS : 0
      if (!isKept && known.get(key) === entry) known.delete(key)
    }
    entry.answer.then(
      (value) => settle(worthKeeping(value)),
      () => settle(false),
    )
    return entry.answer
  }
}
