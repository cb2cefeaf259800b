/** Deeper than any legitimate JSON for this service. */
export const MAX_LEVELS = 20

/** More values than any legitimate JSON for this service, except files to import. */
export const MAX_VALUES = 10_000

/** Whether JSON is small enough for recursive functions: in levels, and in total values. */
export function isBounded(json: unknown, maxValues = MAX_VALUES): boolean {
  let left = maxValues
  const isWithin = (value: unknown, levels: number): boolean => {
    if (--left < 0) return false
    if (value === null || typeof value !== 'object') return true
    return levels > 0 && Object.values(value).every((part) => isWithin(part, levels - 1))
  }
  return isWithin(json, MAX_LEVELS)
}
