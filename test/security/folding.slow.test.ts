import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IdInAddress } from '#contract/ids.ts'
import { getLogin } from '#contract/profile.ts'
import { getResults } from '#contract/results.ts'
import { newAccount } from '#harness/accounts.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { findUserId } from '#server/db/tables/identities.ts'
import { checkReply } from '#server/linked-marketplace/reply.ts'
import { normalizeEmail } from '#server/names/email.ts'
import { subjectOf } from '#server/sign-in/provider.ts'

/** Letters that many characters fold to, including two- and three-letter sequences. */
const WORD = 'kass-ffist1'
const EMAIL = `${WORD}@example.test`

let world: TestApp
let kate: number
beforeAll(async () => {
  world = await startTestApp()
  const { user } = await newAccount(world)
  kate = user.id
  const email = { email: EMAIL, user_id: kate }
  await world.db.insertInto('emails').values(email).execute()
})
afterAll(() => world.close())

const isAscii = (text: string) => /^[\0-\x7f]+$/.test(text)

/** Non-ASCII characters, each with its result under some folding, or '' if folding may drop it. */
function* foldings(): Generator<[string, string]> {
  for (let point = 0x80; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const character = String.fromCodePoint(point)
    const decomposed = character.normalize('NFKD')
    const becomes = new Set(
      [
        character.toLowerCase(),
        character.toUpperCase(),
        character.normalize('NFC'),
        character.normalize('NFKC'),
        decomposed.replace(/\p{M}/gu, ''),
        decomposed.toLowerCase(),
      ].filter(isAscii),
    )
    for (const one of becomes) yield [character, one]
    if (/[\p{M}\p{Cf}\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(character)) yield [character, '']
  }
}

const FOLDINGS = [...foldings()]

/** The database rejects NUL, and lone surrogates, which UTF-8 can't encode, all become U+FFFD on the way there. */
const HALVES = ['\ud800', '\udbff', '\udc00', '\udfff']

/** Every other spelling of a string, each with the string that it mustn't match. */
function spellingsOf(text: string): [string, string][] {
  const put = (part: string, from: number, length = 0) => text.slice(0, from) + part + text.slice(from + length)
  const places = Array.from({ length: text.length + 1 }, (_, place) => place)
  const folded = FOLDINGS.flatMap(([character, becomes]) =>
    places
      .filter((place) => text.startsWith(becomes.toLowerCase(), place))
      .map((place) => put(character, place, becomes.length)),
  )
  const halves = HALVES.map((half): [string, string] => [put(half, 1), put('\ufffd', 1)])
  return [...folded.map((spelling): [string, string] => [spelling, text]), [put('\0', 1), text], ...halves]
}

type Key = string | number | undefined

/** A kind of string that identifies a user. */
type Identifying = {
  what: string
  /** The columns that store it. */
  columns: readonly string[]
  /** An example that identifies someone. */
  text: () => string
  /** The key of each string's account; undefined if it has none. */
  keysOf: (texts: readonly string[]) => Promise<readonly Key[]>
}

const each =
  (keyOf: (text: string) => Key | Promise<Key>) =>
  async (texts: readonly string[]): Promise<Key[]> => {
    const keys = new Map<string, Key>()
    for (const text of new Set(texts)) keys.set(text, await keyOf(text))
    return texts.map((text) => keys.get(text))
  }

/** On a busy machine, a statement with more would time out. */
const AT_ONCE = 5000

/** The database's hashes, which are equal for strings that it considers equal. */
async function asStored(texts: readonly Key[]): Promise<Key[]> {
  const keys: Key[] = []
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    const some = texts.slice(from, from + AT_ONCE).map((text) => text ?? null)
    const { rows } = await sql<{ key: string | null }>`select hashtextextended(text, 0)::text as key
      from unnest(${some}::text[]) with ordinality as given (text, place) order by place`.execute(world.db)
    keys.push(...rows.map(({ key }) => key ?? undefined))
  }
  return keys
}

/** Undefined for rejected strings. */
function attempted<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

const TABLE: readonly Identifying[] = [
  {
    what: 'an email address from a provider',
    columns: ['emails.email'],
    text: () => EMAIL,
    keysOf: each(normalizeEmail),
  },
  {
    what: 'a subject or issuer from a provider',
    columns: ['identities.subject', 'identities.issuer'],
    text: () => WORD,
    keysOf: async (texts) => asStored(texts.map((text) => attempted(() => subjectOf(text)))),
  },
  {
    what: 'a marketplace’s id for a person',
    columns: [],
    text: () => WORD,
    keysOf: each((id) =>
      checkReply(getLogin.schema.response[200], { data: { user_id: id } }).errors[0] ? undefined : id,
    ),
  },
  {
    what: 'the id of a person in the webhook and in calls from other servers',
    columns: [],
    text: () => String(kate),
    keysOf: each(async (id) =>
      Value.Check(getResults.schema.params, { user_id: id })
        ? ((await findUserId(world.db, undefined, id)) ?? id)
        : undefined,
    ),
  },
  {
    what: 'the key of a teacher or a set in a file to import',
    columns: ['vocabulary_sets.import_key'],
    text: () => WORD,
    keysOf: each((key) => (Value.Check(IdInAddress, key) ? key : undefined)),
  },
]

describe('two strings that differ in any Unicode character never find the same account', () => {
  it.each(TABLE)('$what', async ({ text, keysOf }) => {
    const spellings = spellingsOf(text())
    expect(spellings.length).toBeGreaterThan(1000)
    const [own, ...keys] = await keysOf([text(), ...spellings.flat()])
    expect(own).toBeDefined()
    const met = spellings.filter((_, at) => keys[2 * at] !== undefined && keys[2 * at] === keys[2 * at + 1])
    // Spaces around typed text aren't part of it.
    expect(met.filter(([spelling]) => spelling.trim() !== text())).toEqual([])
  })

  it('the table lists every string that identifies an account in the database', async () => {
    const { rows } = await sql<{ name: string }>`
      select format('%s.%s', table_of.relname, attname) as name
      from pg_index join pg_class as table_of on table_of.oid = indrelid
        join pg_attribute on attrelid = indrelid and attnum = any(indkey)
      where indisunique and atttypid = 'text'::regtype
        and exists (select from pg_constraint where conrelid = indrelid and confrelid = 'users'::regclass)
        and not exists (select from pg_attribute as owner where owner.attrelid = indrelid and owner.attname = 'user_id'
          and owner.attnum = any(indkey))
      order by name`.execute(world.db)
    // A hash of a secret, one of our names, and normalized targets that have received a code.
    const others = ['sessions.token_sha256', 'identities.provider', 'phones.e164']
    const listed = TABLE.flatMap(({ columns }) => columns)
    expect(rows.map(({ name }) => name)).toEqual([...listed, ...others].sort())
  })
})

describe('a nickname', () => {
  it("doesn't identify anyone, because two people may share one", async () => {
    const [one, other] = [await newAccount(world), await newAccount(world)]
    expect(one.user.nickname).toBe(other.user.nickname)
    expect(one.user.id).not.toBe(other.user.id)
  })
})
