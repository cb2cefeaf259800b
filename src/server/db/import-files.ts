import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { LANGUAGES } from '#quiz/languages.ts'
import { LEVELS } from '#quiz/levels.ts'

const Key = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,80}$' })
const Line = (maxLength: number) => Type.String({ maxLength, pattern: '^\\S(.*\\S)?$' })
const Instant = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d)?Z$' })
const Language = Type.Enum([...LANGUAGES])

const Teacher = Type.Object(
  {
    key: Key,
    nickname: Line(60),
    avatar_file_name: Type.String({ maxLength: 300 }),
    country_id: Type.Union([Type.String({ pattern: '^[A-Z]{2}$' }), Type.Null()]),
    languages: Type.Array(Language, { minItems: 1, uniqueItems: true }),
    is_pro: Type.Boolean(),
    recording_permission: Type.Boolean(),
    min_price: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    about: Type.String({ maxLength: 1000 }),
    levels: Type.Optional(Type.Array(Type.Enum([...LEVELS]), { uniqueItems: true })),
    free: Type.Array(Type.Object({ start_time: Instant, end_time: Instant }, { additionalProperties: false }), {
      maxItems: 1000,
    }),
  },
  { additionalProperties: false },
)
/** A teacher of an import file (docs/marketplace.md). `min_price` is in US cents; `free` is the time still to book, in UTC. */
export type ImportedTeacher = Static<typeof Teacher>

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

function placeIn(index: number, pointer: string): string {
  const parts = pointer.split('/').slice(1)
  return `[${index}]${parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('')}`
}

/** For a union the library reports every branch; one line a place is enough. */
function faultsOfForm(schema: TSchema, entry: unknown, index: number): string[] {
  const errors = Value.Errors(schema, entry).map(({ keyword, instancePath, message, params }) => {
    const names = 'additionalProperties' in params ? `: ${String(params.additionalProperties)}` : ''
    // An unknown field fails the schema `false`.
    const fault = keyword === 'boolean' ? 'is not a field of this file' : `${message}${names}`
    return [placeIn(index, instancePath), fault] as const
  })
  return [...new Map(errors.reverse())].reverse().map(([place, message]) => `${place} ${message}`)
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

/** The instant, or NaN for a day the calendar does not have (JavaScript would roll it over). */
function parseInstant(text: string): number {
  const instant = Date.parse(text)
  return Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(text.slice(0, 16)) ? Number.NaN : instant
}

function faultsOfTime({ free }: ImportedTeacher, index: number): string[] {
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

export function readTeachers(text: string): ReadFile<ImportedTeacher> {
  return readEntries<ImportedTeacher>(text, Teacher, faultsOfTime)
}

export function readCardSets(text: string): ReadFile<ImportedCardSet> {
  return readEntries<ImportedCardSet>(text, CardSet, ({ front_language, back_language }, index) =>
    front_language === back_language ? [`[${index}].back_language is the front's`] : [],
  )
}
