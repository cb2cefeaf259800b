import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import type { TSchema } from 'typebox'
import { CardSetInFile, type ImportedCardSet, type ImportedTeacher, TeacherInFile } from '#contract/import-files.ts'
import { findFaults } from '#contract/schema-faults.ts'
import { UNSEEN } from '#contract/unseen.ts'
import { isBounded, MAX_LEVELS } from '#server/json-bounds.ts'
import { findLines, withLine } from './lines.ts'

/** The file's contents, or what is wrong with it: each fault with its place and line, up to 200 of them. */
export type ReadFile<Entry> = { ok: true; entries: Entry[] } | { ok: false; faults: string[] }

const MOST_FAULTS = 200

/** A path into the file's list, and what is wrong there. */
type Fault = { path: string[]; rule: string }

const faultAt = (index: number, place: string, rule: string): Fault => ({
  path: [String(index), ...place.split('.').filter(Boolean)],
  rule,
})

/** How a place is written: `[1].free[0].end_time`. */
const placeOf = (path: readonly string[]) =>
  path.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('')

function describe(faults: readonly Fault[], json: string): string[] {
  const shown = faults.slice(0, MOST_FAULTS)
  const lines = findLines(
    json,
    shown.map(({ path }) => path),
  )
  const rest = faults.length - shown.length
  return [
    ...shown.map(({ path, rule }, index) => `line ${lines[index]}, ${placeOf(path)} ${rule}`),
    ...(rest > 0 ? [`and ${rest} more`] : []),
  ]
}

const HAS_UNSEEN = new RegExp(`[${UNSEEN}]`, 'u')
/** What texts of several lines need besides. */
const LINE_BREAKS = /[\n\r\t]/g
/** Longer than any text may be: a pattern need not go through it. */
const LONG_TEXT = 10_000

/** Texts with what nobody sees, which could show a name as another one, or which the database cannot store. */
function textFaults(value: unknown, path: string[]): Fault[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) => textFaults(part, [...path, name]))
  if (typeof value !== 'string') return []
  if (value.length > LONG_TEXT) return [{ path, rule: `has ${value.length} characters; no text may be so long` }]
  const [sign] = HAS_UNSEEN.exec(path.at(-1) === 'about' ? value.replace(LINE_BREAKS, '') : value) ?? []
  if (sign === undefined) return []
  const code = (sign.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')
  return [{ path, rule: `holds the character U+${code}, which nobody sees; remove it` }]
}

function faultsOfEntry(schema: TSchema, entry: unknown, index: number): Fault[] {
  if (!isBounded(entry, Number.POSITIVE_INFINITY)) return [faultAt(index, '', `has more than ${MAX_LEVELS} levels`)]
  const faults = textFaults(entry, [String(index)])
  return faults.length > 0 ? faults : findFaults(schema, entry, [String(index)])
}

function faultsOfKeys(list: readonly unknown[]): Fault[] {
  const first = new Map<string, number>()
  return list.flatMap((entry, index) => {
    const { key } = (entry ?? {}) as { key?: unknown }
    if (typeof key !== 'string') return []
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, index)
    return earlier === undefined ? [] : [faultAt(index, 'key', `is that of [${earlier}] too`)]
  })
}

function readEntries<Entry extends { key: string }>(
  json: string,
  schema: TSchema,
  faultsOf: (entry: Entry, index: number) => Fault[],
): ReadFile<Entry> {
  let list: unknown
  try {
    list = JSON.parse(json)
  } catch (error) {
    return { ok: false, faults: [`the file is no JSON: ${withLine(error as Error, json)}`] }
  }
  if (!Array.isArray(list) || list.length === 0) return { ok: false, faults: ['the file must be a list with entries'] }
  const ofForm = list.flatMap((entry: unknown, index) => faultsOfEntry(schema, entry, index))
  const faults = [...ofForm, ...faultsOfKeys(list)]
  const all = faults.length > 0 ? faults : (list as Entry[]).flatMap(faultsOf)
  return all.length > 0 ? { ok: false, faults: describe(all, json) } : { ok: true, entries: list as Entry[] }
}

/** A number below is in seconds, not milliseconds: a date of 1973 or of 5138. */
const LEAST_MILLISECONDS = 1e11

/** The instant, or NaN for a day the calendar does not have (JavaScript would roll it over). */
function parseInstant(given: string | number): number {
  if (typeof given === 'number') return given < LEAST_MILLISECONDS ? 1000 * given : given
  const instant = Date.parse(given)
  return Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(given.slice(0, 16)) ? Number.NaN : instant
}

function faultsOfTime({ free }: TeacherInFile, index: number): Fault[] {
  const starts = new Set<number>()
  return free.flatMap(({ start_time, end_time }, slot) => {
    const fault = (rule: string) => [faultAt(index, `free.${slot}`, rule)]
    const [start, end] = [parseInstant(start_time), parseInstant(end_time)]
    if (Number.isNaN(start) || Number.isNaN(end)) return fault('has a date that does not exist')
    if (end <= start) return fault('ends before it begins')
    if (starts.has(start)) return fault('begins when an earlier one does')
    starts.add(start)
    return []
  })
}

/** Many times the file of a large marketplace. */
const MOST_BYTES = 100_000_000

/** @throws Error if there are more than can be imported at once */
export async function readBytes(file: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of createReadStream(file)) {
    size += chunk.length
    if (size > MOST_BYTES)
      throw new Error(`the file has more than ${MOST_BYTES / 1_000_000} MB; import it in parts, without --replace`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * The text of a file in UTF-8, with or without a byte order mark.
 * @throws Error that says which other encoding it seems to have
 */
export function decodeFile(bytes: Uint8Array): string {
  const [first, second] = bytes
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (hasMark || first === 0 || second === 0) throw new Error('the file is in UTF-16; save it as UTF-8')
  if (!isUtf8(bytes)) {
    const lines = Buffer.from(bytes).toString('latin1').split('\n')
    const line = lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1'))) + 1
    throw new Error(`the file is not in UTF-8 (line ${line}), but perhaps in Latin-1 or Windows-1252; save it as UTF-8`)
  }
  return new TextDecoder().decode(bytes)
}

export function readTeachers(text: string): ReadFile<ImportedTeacher> {
  const read = readEntries<TeacherInFile>(text, TeacherInFile, faultsOfTime)
  if (!read.ok) return read
  const toInstant = (given: string | number) => new Date(parseInstant(given)).toISOString()
  const entries = read.entries.map((teacher) => ({
    ...teacher,
    free: teacher.free.map((slot) => ({ start_time: toInstant(slot.start_time), end_time: toInstant(slot.end_time) })),
  }))
  return { ok: true, entries }
}

export function readCardSets(text: string): ReadFile<ImportedCardSet> {
  return readEntries<ImportedCardSet>(text, CardSetInFile, ({ front_language, back_language }, index) =>
    front_language === back_language ? [faultAt(index, 'back_language', "is the front's")] : [],
  )
}
