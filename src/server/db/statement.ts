import { CompiledQuery } from 'kysely'
import type { Database } from './schema.ts'

const names = new Map<string, string>()

/** Statement texts by name. */
export function preparedStatements(): Record<string, string> {
  return Object.fromEntries([...names].map(([text, name]) => [name, text]))
}

/** The name under which a connection prepares this statement; undefined for one that is not prepared. */
export function preparedName(text: string): string | undefined {
  return names.get(text)
}

/**
 * A statement of the hot path: written once, not compiled for each call, and prepared on each connection under its name (DATABASE_PREPARE).
 * @returns how to run it with its values
 */
export function statement<Row>(name: string, text: string): (db: Database, values: unknown[]) => Promise<Row[]> {
  names.set(text, name)
  return async (db, values) => (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

/**
 * The same for a write that returns no columns, which saves describing them.
 * @returns how to run it with its values; it returns how many rows its outermost command has written
 */
export function writeStatement(name: string, text: string): (db: Database, values: unknown[]) => Promise<number> {
  names.set(text, name)
  return async (db, values) => Number((await db.executeQuery(CompiledQuery.raw(text, values))).numAffectedRows)
}
