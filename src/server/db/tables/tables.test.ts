import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import { declaredTables, tablesBelow } from '#harness/tables.ts'
import { openTestDatabase } from '#harness/test-database.ts'
import type { OpenDatabase } from '../schema.ts'
import { RETENTION } from './retention.ts'

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened.close())

/** Tables with rows that aren't deleted after a time or along with another row. */
const STAYING = {
  users: 'an account stays until its owner deletes it',
  outbox_receivers: 'one row per topic',
}

/** Where the account download includes a table's data, or why it doesn't. */
const IN_DOWNLOAD: Record<string, { as: keyof AccountData } | { not: string }> = {
  assessments: { as: 'assessments' },
  reports: { as: 'assessments' },
  community_posts: { as: 'assessments' },
  outbox: { not: 'it lists results and events waiting to be delivered' },
  item_flags: { as: 'item_flags' },
  sessions: { as: 'sessions' },
  identities: { as: 'providers' },
  emails: { as: 'emails' },
  phones: { as: 'phones' },
  user_languages: { as: 'profile' },
  user_purposes: { as: 'profile' },
  teachers: { not: 'it comes from the operator’s own file' },
  teacher_languages: { not: 'it comes from the operator’s own file' },
  teacher_slots: { not: 'it comes from the operator’s own file' },
  vocabulary_sets: { not: 'they are public' },
  vocabulary_cards: { not: 'they are public' },
}

describe('a new table', () => {
  it('is declared in the schema, with its columns', async () => {
    const { rows } = await sql<{ name: string; columns: string[] }>`
      select table_name as name, array_agg(column_name::text order by column_name) as columns
      from information_schema.columns where table_schema = 'public' and table_name <> 'migrations' and table_name not like 'figures\\_%'
      group by table_name order by table_name`.execute(opened.db)
    const declared = declaredTables().map(({ name, columns }) => ({ name, columns }))
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
    expect(declared.sort(byName)).toEqual(rows.sort(byName))
  })

  it('has a comment in the migration', () => {
    const lines = readFileSync('db/migrations/0001-schema.sql', 'utf8').split('\n')
    const tables = lines.flatMap((line, at) => (/^create (table|view) /.test(line) ? [at] : []))
    expect(tables.length).toBeGreaterThan(declaredTables().length)
    expect(tables.filter((at) => !lines[at - 1]?.startsWith('-- ')).map((at) => lines[at])).toEqual([])
  })

  it('defines when its rows are deleted: along with another row, after a time, or never', async () => {
    const timed = RETENTION.map(({ table }) => table as string)
    const ending = new Set(timed)
    for (const table of ['users', ...timed]) for (const below of await tablesBelow(opened.db, table)) ending.add(below)
    const tables = declaredTables().filter(({ comment }) => !comment.includes('A view of'))
    const staying = tables.map(({ name }) => name).filter((name) => !ending.has(name))
    expect(staying.sort()).toEqual(Object.keys(STAYING).sort())
  })

  it('is in an account’s download, or there is a reason to omit it', async () => {
    expect(Object.keys(IN_DOWNLOAD).sort()).toEqual((await tablesBelow(opened.db, 'users')).sort())
  })

  it('never prevents another row’s deletion', async () => {
    const { rows } = await sql`select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confdeltype <> 'c'`.execute(opened.db)
    expect(rows).toEqual([])
  })
})
