import type { ColumnType } from 'kysely'

/** A jsonb column: read as a value, written as its JSON text. */
export type Json<Value> = ColumnType<Value, string, string>
export type JsonWithDefault<Value> = ColumnType<Value, string | undefined, string>

/** A column of a view, or of a table filled by a query, without individual inserts. */
export type ReadOnly<Value> = ColumnType<Value, never, never>
