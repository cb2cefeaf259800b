/** Whether Postgres can store a text: no NUL character, and no lone surrogate. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Whether all texts in a value can be stored, including property names. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (value === null || typeof value !== 'object') return true
  return Object.entries(value).every(([name, part]) => isStorableText(name) && isStorable(part))
}
