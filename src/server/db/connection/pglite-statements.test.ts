import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { preparing } from './pglite-statements.ts'
import { preparedStatements, statement } from './statement.ts'

statement(
  'test-values',
  `select $number::int as number, $json::jsonb as json, $texts::text[] as texts, $time::timestamptz as time,
    $flag::bool as flag, $big::bigint as big, $id::uuid as id, 'null'::jsonb as json_null`,
)
statement(
  'test-write',
  'insert into counted (id, n) values ($id, $n) on conflict (id) do update set n = counted.n + 1 returning n',
)
statement('test-update', 'update counted set n = n + $more')
const { 'test-values': VALUES = '', 'test-write': WRITE = '', 'test-update': UPDATE = '' } = preparedStatements()

let pglite: PGlite
let prepared: ReturnType<typeof preparing>

beforeAll(async () => {
  pglite = await PGlite.create()
  await pglite.exec('create table counted (id int primary key, n int check (n < 5))')
  prepared = preparing(pglite)
})
afterAll(() => pglite.close())

it.each([
  [
    [
      7,
      { a: [1, null] },
      ['a', 'b"c', ''],
      new Date('2026-01-31T23:59:00Z'),
      true,
      '9007199254740993',
      '00000000-0000-4000-8000-000000000001',
    ],
  ],
  [[null, null, null, null, null, null, null]],
])('gives the same rows as PGlite itself: %j', async (values) => {
  const own = await pglite.query(VALUES, values)
  for (let run = 0; run < 2; run++) expect((await prepared.query(VALUES, values)).rows).toEqual(own.rows)
})

it('counts the rows of writes, and goes on after an error', async () => {
  expect(await prepared.query(WRITE, [1, 3])).toMatchObject({ rows: [{ n: 3 }], affectedRows: 1 })
  await prepared.query(WRITE, [2, 0])
  await prepared.query(WRITE, [1, 0])
  await expect(prepared.query(WRITE, [1, 0])).rejects.toMatchObject({ code: '23514' })
  await expect(prepared.query(WRITE, ['x', 0])).rejects.toMatchObject({ code: '22P02' })
  expect(await prepared.query(UPDATE, [0])).toMatchObject({ affectedRows: 2 })
})

it('waits for a transaction to end, and sees what it wrote', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const transaction = prepared.transaction(async (inside) => {
    await inside.query('insert into counted values (9, 1)')
    await promise
  })
  const after = prepared.query<{ n: number }>(WRITE, [9, 0])
  resolve()
  await transaction
  expect((await after).rows).toEqual([{ n: 2 }])
})
