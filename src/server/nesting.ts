/** Deeper than any JSON that is meant for this service. */
export const MOST_LEVELS = 20

/** Whether lists and objects nest so little that a function may walk the value by calling itself. */
export function isShallow(value: unknown, levels = MOST_LEVELS): boolean {
  if (value === null || typeof value !== 'object') return true
  return levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1))
}
