import { CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** The letters that a text begins with; only letters have two cases. */
type Word<Text extends string, Letters extends string = ''> = Text extends `${infer First}${infer Rest}`
  ? Lowercase<First> extends Uppercase<First>
    ? Letters
    : Word<Rest, `${Letters}${First}`>
  : Letters

/** The names of a text's parameters: `id` and `userId` in `id = $id and user_id = $userId::integer`. */
type Names<Text extends string, Before extends string = never> = Text extends `${string}$${infer Rest}`
  ? Names<Rest, Before | Word<Rest>>
  : Before

/** A text that the compiler can read to its last letter: a constant, or a template of constants `as const`. */
type Readable<Text extends string> = Record<never, never> extends Record<Text, 1> ? never : Text

type Value = string | number | boolean | Date | null | readonly Value[]

/** A value for each parameter of a text. */
type Values<Text extends string> = Record<Names<Text>, Value>

const PARAMETER = /\$([a-z]+)/i

/** A text cut at its parameters: every second part is a name. */
const partsOf = (text: string) => text.split(PARAMETER)

const preparedNames = new Map<string, string>()

/** Statement texts by name. */
export function preparedStatements(): Record<string, string> {
  return Object.fromEntries([...preparedNames].map(([text, name]) => [name, text]))
}

/** The name under which a connection prepares this statement; undefined for one that is not prepared. */
export function preparedName(text: string): string | undefined {
  return preparedNames.get(text)
}

/** Numbers a text's parameters once and for all. @returns how to bind values to them */
function prepare(name: string, text: string): (values: Record<string, Value>) => CompiledQuery {
  const parameters = [...new Set(partsOf(text).filter((_, index) => index % 2 === 1))]
  const numbered = partsOf(text)
    .map((part, index) => (index % 2 === 1 ? `$${parameters.indexOf(part) + 1}` : part))
    .join('')
  preparedNames.set(numbered, name)
  return (values) =>
    CompiledQuery.raw(
      numbered,
      parameters.map((parameter) => values[parameter]),
    )
}

/**
 * A statement of the hot path: written once, not compiled for each call, and prepared on each connection under its name
 * (DATABASE_PREPARE). Its parameters have names: `$` and letters.
 * @returns how to run it with its values
 */
export function statement<Text extends string>(
  name: string,
  text: Readable<Text>,
): <Row>(db: Database, values: Values<Text>) => Promise<Row[]> {
  const bind = prepare(name, text)
  return async <Row>(db: Database, values: Values<Text>) => (await db.executeQuery<Row>(bind(values))).rows
}

/**
 * The same for a write that returns no columns, which saves describing them.
 * @returns how to run it with its values; it returns how many rows its outermost command has written
 */
export function writeStatement<Text extends string>(
  name: string,
  text: Readable<Text>,
): (db: Database, values: Values<Text>) => Promise<number> {
  const bind = prepare(name, text)
  return async (db, values) => Number((await db.executeQuery(bind(values))).numAffectedRows)
}

/** The same for a part of a query of Kysely's, in parentheses: a condition, or a command after `with`. */
export function part<Text extends string>(text: Readable<Text>, values: Values<Text>): RawBuilder<SqlBool> {
  const pieces = partsOf(text).map((piece, index) =>
    index % 2 === 1 ? sql.val(values[piece as Names<Text>]) : sql.raw(piece),
  )
  return sql`(${sql.join(pieces, sql.raw(''))})`
}

type Joined<Columns extends readonly string[]> = Columns extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? Rest extends readonly []
    ? First
    : `${First}, ${Joined<Rest>}`
  : never

/** Columns as a part of a statement's text. */
export function listed<const Columns extends readonly string[]>(columns: Columns): Joined<Columns> {
  return columns.join(', ') as Joined<Columns>
}
