import type { ReplyError } from '#server/linked-marketplace/unusable-values.ts'

type Row = Record<string, unknown>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, name) => (part as Row | null | undefined)?.[name], value)
}

/** Rows of a list with their visible content, which identifies the same row in another reply. */
const listedRows = (reply: unknown): { id: string; seen: string; path: string[] }[] => {
  const data = valueAt(reply, ['data'])
  return (Array.isArray(data) ? data : []).flatMap((row, index) => {
    const person = valueAt(row, ['user_info'])
    if (isRow(person))
      return [
        {
          id: `${person.user_id}`,
          seen: JSON.stringify([person.nickname, person.avatar_file_name]),
          path: ['data', `${index}`, 'user_info', 'user_id'],
        },
      ]
    if (!isRow(row) || !('card_set_id' in row)) return []
    const { card_set_id, title, front_language, back_language, language_level } = row
    const seen = JSON.stringify([title, front_language, back_language, language_level])
    return [{ id: `${card_set_id}`, seen, path: ['data', `${index}`, 'card_set_id'] }]
  })
}

/** Ids shared by two rows of a reply. */
export function repeatedIds(reply: unknown): ReplyError[] {
  const rows = listedRows(reply)
  return rows
    .filter(({ id }, index) => rows.findIndex((row) => row.id === id) < index)
    .map(({ id, path }) => ({ path, rule: 'must be unique among the rows', found: id }))
}

/** Ids that differ between two replies to the same request. */
export function changedIds(first: unknown, second: unknown): ReplyError[] {
  const errors: ReplyError[] = []
  const idOf = (reply: unknown) => valueAt(reply, ['data', 'user_id']) ?? null
  if (idOf(first) !== null && idOf(second) !== null && String(idOf(first)) !== String(idOf(second)))
    errors.push({ path: ['data', 'user_id'], rule: 'must stay the same from call to call', found: idOf(second) })
  const before = Map.groupBy(listedRows(first), ({ seen }) => seen)
  const rows = Map.groupBy(listedRows(second), ({ seen }) => seen)
  for (const [seen, now] of rows) {
    const ids = before.get(seen)?.map(({ id }) => id)
    const [row] = now
    if (ids && row && !now.some(({ id }) => ids.includes(id)))
      errors.push({ path: row.path, rule: `must stay the same from call to call (first ${ids[0]})`, found: row.id })
  }
  return errors
}

/** The median and longest duration against a limit: too slow generally, or only sometimes. */
export function slowness(
  durations: readonly number[],
  limitMs: number,
): { isUsual: boolean; summary: string } | undefined {
  const slow = durations.filter((ms) => ms > limitMs)
  if (slow.length === 0) return undefined
  const times = `${slow.length} of ${durations.length} took longer than ${limitMs} ms`
  return { isUsual: 2 * slow.length > durations.length, summary: `${times} (${durations.join(', ')} ms)` }
}
