import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, it } from 'vitest'
import type { Tables } from '../schema.ts'
import { listed, part, preparedName, preparedStatements, statement, writeStatement } from './statement.ts'

const OWN = 'id = $id and user_id = $userId::integer'

/** A database that only remembers what it is told to run. */
function remembering() {
  const queries: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query: { sql, parameters } }) => {
      queries.push({ sql, parameters })
    },
  })
  return { db, queries }
}

it('numbers the parameters by their first place and binds each value to its name', async () => {
  const { db, queries } = remembering()
  const write = writeStatement(
    'test-numbers',
    `with written as (update assessments set total = $total where ${OWN} returning id)
     insert into reports select $reportId, id from written where $userId is not null`,
  )
  await write(db, { reportId: 'r', userId: 7, id: 'a', total: 15 })
  expect(queries).toEqual([
    {
      sql: `with written as (update assessments set total = $1 where id = $2 and user_id = $3::integer returning id)
     insert into reports select $4, id from written where $3 is not null`,
      parameters: [15, 'a', 7, 'r'],
    },
  ])
  expect(preparedName(queries[0]?.sql ?? '')).toBe('test-numbers')
  expect(preparedStatements()['test-numbers']).toBe(queries[0]?.sql)
})

it('serves parts of Kysely’s queries, whose own parameters go on counting', async () => {
  const { db, queries } = remembering()
  await db
    .selectFrom('assessments')
    .select('id')
    .where('language', '=', 'english')
    .where(part(OWN, { id: 'a', userId: null }))
    .where('level', '=', 'B1')
    .execute()
  expect(queries[0]).toMatchObject({
    sql: 'select "id" from "assessments" where "language" = $1 and (id = $2 and user_id = $3::integer) and "level" = $4',
    parameters: ['english', 'a', null, 'B1'],
  })
})

it('is refused by the compiler with a name too few, a name too many, an undefined value or an unreadable text', () => {
  const { db } = remembering()
  const columns: string = listed(['id', 'total'])
  const find = statement('test-names', `select ${listed(['id', 'total'])} from assessments where ${OWN}`)
  const calls = () => [
    find(db, { id: 'a', userId: 7 }),
    // @ts-expect-error
    find(db, { id: 'a' }),
    // @ts-expect-error
    find(db, { id: 'a', userId: 7, user: 7 }),
    // @ts-expect-error
    find(db, { id: 'a', userId: undefined }),
    // @ts-expect-error
    statement('test-unreadable', `select ${columns} from assessments where id = $id`),
  ]
  expect(calls).toBeTypeOf('function')
})
