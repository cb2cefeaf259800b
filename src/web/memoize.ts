const MOST_RESULTS = 200
const LONGEST_KEY = 500

/**
 * `make` with its latest results kept, for markup that depends on the key alone. Visitors choose addresses, so the number of results and the length of
 * keys are bounded.
 */
export function memoize<Arguments extends unknown[], Result>(
  keyOf: (...given: Arguments) => string,
  make: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const results = new Map<string, Result>()
  return (...given) => {
    const key = keyOf(...given)
    const known = results.get(key)
    if (known !== undefined) return known
    const result = make(...given)
    if (key.length > LONGEST_KEY) return result
    if (results.size >= MOST_RESULTS) results.clear()
    results.set(key, result)
    return result
  }
}
