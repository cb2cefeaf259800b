import { isUtf8 } from 'node:buffer'
import { type Static, type TSchema, Type } from 'typebox'
import { IdInAddress } from '#contract/ids.ts'
import { findFaults } from '#contract/schema-faults.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { LEVELS } from '#quiz/levels.ts'

/** Your own key is the id in links and events. */
const Key = IdInAddress
const Line = (maxLength: number) =>
  Type.String({
    maxLength,
    pattern: '^\\S(.*\\S)?$',
    description: `one line of 1 to ${maxLength} characters, without spaces around it`,
  })
const Instant = Type.Union([
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?Z$',
    description: 'an instant in UTC such as 2027-01-11T08:00Z',
  }),
  Type.Integer({ minimum: 0, maximum: 4_102_444_800_000 }),
])
const Language = Type.Enum([...LANGUAGES])

const Teacher = Type.Object(
  {
    key: Key,
    nickname: Line(60),
    avatar_file_name: Type.String({ maxLength: 300 }),
    country_id: Type.Union([Type.String({ pattern: '^[A-Z]{2}$', description: 'two capital letters' }), Type.Null()]),
    languages: Type.Array(Language, { minItems: 1, uniqueItems: true }),
    is_pro: Type.Boolean(),
    recording_permission: Type.Boolean(),
    min_price: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    about: Type.String({ maxLength: 1000 }),
    booking_url: Type.Optional(
      Type.String({ maxLength: 1000, pattern: '^https://[^\\s"<>]+$', description: 'an https address' }),
    ),
    levels: Type.Optional(Type.Array(Type.Enum([...LEVELS]), { uniqueItems: true })),
    free: Type.Array(Type.Object({ start_time: Instant, end_time: Instant }, { additionalProperties: false }), {
      maxItems: 1000,
    }),
  },
  { additionalProperties: false },
)
type TeacherInFile = Static<typeof Teacher>
/** A teacher of an import file (docs/marketplace.md). `min_price` is in US cents; `free` is the time still to book, in UTC. */
export type ImportedTeacher = Omit<TeacherInFile, 'free'> & { free: { start_time: string; end_time: string }[] }

const CardSet = Type.Object(
  {
    key: Key,
    title: Line(120),
    front_language: Language,
    back_language: Language,
    language_level: Type.Enum([...LEVELS]),
    text_code: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 20 }),
    cards: Type.Array(Type.Tuple([Line(200), Line(200)]), { minItems: 1, maxItems: 500 }),
    copied_count: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  },
  { additionalProperties: false },
)
/** A vocabulary set of an import file (docs/marketplace.md); each card is its front and its back. */
export type ImportedCardSet = Static<typeof CardSet>

/** The file's contents, or every fault in it with its place. */
export type ReadFile<Entry> = { ok: true; entries: Entry[] } | { ok: false; faults: string[] }

function placeIn(index: number, path: readonly string[]): string {
  return `[${index}]${path.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('')}`
}

function faultsOfForm(schema: TSchema, entry: unknown, index: number): string[] {
  return findFaults(schema, entry).map(({ path, rule }) => `${placeIn(index, path)} ${rule}`)
}

function faultsOfKeys(entries: { key: string }[]): string[] {
  const first = new Map<string, number>()
  return entries.flatMap(({ key }, index) => {
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, index)
    return earlier === undefined ? [] : [`[${index}].key is that of [${earlier}] too`]
  })
}

function readEntries<Entry extends { key: string }>(
  text: string,
  schema: TSchema,
  faultsOf: (entry: Entry, index: number) => string[],
): ReadFile<Entry> {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch (error) {
    return { ok: false, faults: [`the file is no JSON: ${(error as Error).message}`] }
  }
  if (!Array.isArray(list) || list.length === 0) return { ok: false, faults: ['the file must be a list with entries'] }
  const faults = list.flatMap((entry: unknown, index) => faultsOfForm(schema, entry, index))
  const keyed = list.map((entry) => ({ key: entry?.key }) as Entry)
  faults.push(...faultsOfKeys(keyed.filter(({ key }) => typeof key === 'string')))
  if (faults.length === 0) faults.push(...(list as Entry[]).flatMap(faultsOf))
  return faults.length > 0 ? { ok: false, faults } : { ok: true, entries: list as Entry[] }
}

/** A number below is in seconds, not milliseconds: a date of 1973 or of 5138. */
const LEAST_MILLISECONDS = 1e11

/** The instant, or NaN for a day the calendar does not have (JavaScript would roll it over). */
function parseInstant(given: string | number): number {
  if (typeof given === 'number') return given < LEAST_MILLISECONDS ? 1000 * given : given
  const instant = Date.parse(given)
  return Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(given.slice(0, 16)) ? Number.NaN : instant
}

function faultsOfTime({ free }: TeacherInFile, index: number): string[] {
  const starts = new Set<number>()
  return free.flatMap(({ start_time, end_time }, slot) => {
    const place = `[${index}].free[${slot}]`
    const [start, end] = [parseInstant(start_time), parseInstant(end_time)]
    if (Number.isNaN(start) || Number.isNaN(end)) return [`${place} has a date that does not exist`]
    if (end <= start) return [`${place} ends before it begins`]
    if (starts.has(start)) return [`${place} begins when an earlier one does`]
    starts.add(start)
    return []
  })
}

/**
 * The text of a file in UTF-8, with or without a byte order mark.
 * @throws Error that says which other encoding it seems to have
 */
export function decodeFile(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || bytes.includes(0)
  if (isUtf16) throw new Error('the file is in UTF-16; save it as UTF-8')
  if (!isUtf8(bytes)) {
    const lines = Buffer.from(bytes).toString('latin1').split('\n')
    const line = lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1'))) + 1
    throw new Error(`the file is not in UTF-8 (line ${line}), but perhaps in Latin-1 or Windows-1252; save it as UTF-8`)
  }
  return new TextDecoder().decode(bytes)
}

export function readTeachers(text: string): ReadFile<ImportedTeacher> {
  const read = readEntries<TeacherInFile>(text, Teacher, faultsOfTime)
  if (!read.ok) return read
  const toInstant = (given: string | number) => new Date(parseInstant(given)).toISOString()
  const entries = read.entries.map((teacher) => ({
    ...teacher,
    free: teacher.free.map((slot) => ({ start_time: toInstant(slot.start_time), end_time: toInstant(slot.end_time) })),
  }))
  return { ok: true, entries }
}

export function readCardSets(text: string): ReadFile<ImportedCardSet> {
  return readEntries<ImportedCardSet>(text, CardSet, ({ front_language, back_language }, index) =>
    front_language === back_language ? [`[${index}].back_language is the front's`] : [],
  )
}
