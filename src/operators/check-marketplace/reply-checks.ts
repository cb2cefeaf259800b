import { LANGUAGE_TAGS, LANGUAGES, type Language } from '#quiz/languages.ts'
import { NATIVE_LEVEL } from '#quiz/profile.ts'

/** A fault of a reply: its place, the rule it breaks, and the value found there, if any. */
export type Fault = { path: string[]; rule: string; found?: unknown }

type Row = Record<string, unknown>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path, undefined if there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, name) => (part as Row | null | undefined)?.[name], value)
}

/** Every named value in a reply, with its place and the row that has it. */
function* fieldsOf(
  value: unknown,
  path: string[] = [],
): Generator<{ path: string[]; name: string; value: unknown; row: Row }> {
  if (Array.isArray(value)) for (const [index, one] of value.entries()) yield* fieldsOf(one, [...path, `${index}`])
  if (!isRow(value)) return
  for (const [name, one] of Object.entries(value)) {
    yield { path: [...path, name], name, value: one, row: value }
    yield* fieldsOf(one, [...path, name])
  }
}

/**
 * The language that another name probably means: its code, with or without a region, its own name, or ours in other
 * letters.
 */
function meantBy(name: string): Language | undefined {
  const plain = name.toLowerCase().trim()
  return LANGUAGES.find((language) => {
    const code = new Intl.Locale(LANGUAGE_TAGS[language]).language
    const own = new Intl.DisplayNames(code, { type: 'language' }).of(code)?.toLowerCase()
    return (
      plain === language || plain === own || plain.split(/[-_]/)[0] === code || (plain === 'mandarin' && code === 'zh')
    )
  })
}

const LANGUAGE_FIELDS = ['language', 'learning_language']
const COUNTRY_FIELDS = ['country_id', 'origin_country_id']

/** Names of languages and countries, and levels, that the contract takes as text but the quiz cannot use. */
export function namingFaults(reply: unknown): { faults: Fault[]; otherLanguages: string[] } {
  const faults: Fault[] = []
  const others = new Set<string>()
  for (const { path, name, value, row } of fieldsOf(reply)) {
    if (LANGUAGE_FIELDS.includes(name) && typeof value === 'string') {
      const meant = meantBy(value)
      if (value === '') faults.push({ path, rule: 'must name a language', found: value })
      else if (meant && meant !== value) faults.push({ path, rule: `must be ${meant} for that language`, found: value })
      else if (!meant) others.add(value)
      const isLevel = Number.isInteger(row.level) && Number(row.level) >= 1 && Number(row.level) <= NATIVE_LEVEL
      if (meant && 'level' in row && !isLevel)
        faults.push({
          path: [...path.slice(0, -1), 'level'],
          rule: `must be a whole number from 1 (A1) to 6 (C2), or ${NATIVE_LEVEL} (native), for a language that the quiz tests`,
          found: row.level,
        })
    }
    if (COUNTRY_FIELDS.includes(name) && typeof value === 'string' && !/^[A-Z]{2}$/.test(value))
      faults.push({ path, rule: 'must be two capital letters such as DE, or null', found: value })
  }
  return { faults, otherLanguages: [...others].sort() }
}

/** Rows of a list by what a person sees of them, which tells the same row in another reply. */
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

/** Ids that stand for two rows of one reply. */
export function repeatedIds(reply: unknown): Fault[] {
  const rows = listedRows(reply)
  return rows
    .filter(({ id }, index) => rows.findIndex((row) => row.id === id) < index)
    .map(({ id, path }) => ({ path, rule: 'must be the id of one row only', found: id }))
}

/** Ids that differ between two replies to the same request. */
export function changedIds(first: unknown, second: unknown): Fault[] {
  const faults: Fault[] = []
  const idOf = (reply: unknown) => valueAt(reply, ['data', 'user_id']) ?? null
  if (idOf(first) !== null && idOf(second) !== null && String(idOf(first)) !== String(idOf(second)))
    faults.push({ path: ['data', 'user_id'], rule: 'must stay the same from call to call', found: idOf(second) })
  const before = Map.groupBy(listedRows(first), ({ seen }) => seen)
  const rows = Map.groupBy(listedRows(second), ({ seen }) => seen)
  for (const [seen, now] of rows) {
    const ids = before.get(seen)?.map(({ id }) => id)
    const [row] = now
    if (ids && row && !now.some(({ id }) => ids.includes(id)))
      faults.push({ path: row.path, rule: `must stay the same from call to call (first ${ids[0]})`, found: row.id })
  }
  return faults
}

/** The middle and the longest of some durations against a limit: too slow as a rule, or only at times. */
export function slowness(
  durations: readonly number[],
  limitMs: number,
): { isUsual: boolean; told: string } | undefined {
  const slow = durations.filter((ms) => ms > limitMs)
  if (slow.length === 0) return undefined
  const times = `${slow.length} of ${durations.length} took longer than ${limitMs} ms`
  return { isUsual: 2 * slow.length > durations.length, told: `${times} (${durations.join(', ')} ms)` }
}
