/** What Postgres stores as text: no NUL character, and no half of a surrogate pair. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Whether all texts in a value can be stored, names included. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (value === null || typeof value !== 'object') return true
  return Object.entries(value).every(([name, part]) => isStorableText(name) && isStorable(part))
}
