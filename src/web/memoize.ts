const MOST_RESULTS = 200
const LONGEST_KEY = 500

/**
 * `make` with a memory of its latest results, which must depend on the key alone. Visitors choose addresses, so the
 * number of results and the length of keys are bounded.
 */
export function memoize<Arguments extends unknown[], Result>(
  keyOf: (...values: Arguments) => string,
  make: (...values: Arguments) => Result,
): (...values: Arguments) => Result {
  const results = new Map<string, Result>()
  return (...values) => {
    const key = keyOf(...values)
    const earlier = results.get(key)
    if (earlier !== undefined) return earlier
    const result = make(...values)
    if (key.length > LONGEST_KEY) return result
    if (results.size >= MOST_RESULTS) results.clear()
    results.set(key, result)
    return result
  }
}
