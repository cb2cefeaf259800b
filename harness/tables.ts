import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'

const SCHEMA = 'src/server/db/schema'

/** A table or view as declared in the source's schema, with the comment above it. */
export type DeclaredTable = { name: string; comment: string; columns: string[] }

/** All tables and views of src/server/db/schema. */
export function declaredTables(): DeclaredTable[] {
  const text = readdirSync(SCHEMA)
    .map((file) => readFileSync(`${SCHEMA}/${file}`, 'utf8'))
    .join('\n')
  return [...text.matchAll(/^ {2}(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2})?(\w+): \{(.*\}|[\s\S]*?\n {2}\})$/gm)].map(
    ([, comment = '', name = '', columns = '']) => ({
      name,
      comment,
      columns: [...columns.matchAll(/(?:^|[\s;])(\w+): /g)].map((match) => match[1] as string).sort(),
    }),
  )
}

/** The tables whose rows the database deletes along with a row of `table`, according to foreign keys. */
export async function tablesBelow(db: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive below as (
      select conrelid as id from pg_constraint where confdeltype = 'c' and confrelid = ${table}::regclass
      union
      select conrelid from pg_constraint join below on confdeltype = 'c' and confrelid = below.id
    )
    select id::regclass::text as name from below order by name`.execute(db)
  return rows.map(({ name }) => name)
}
