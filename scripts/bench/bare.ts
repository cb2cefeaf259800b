/**
 * The peer of `npm run bench`: a bare Fastify that runs the statements of an attempt, without validation, rules, cookies or headers
 * of ours. Its questions are always the same.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import fastify from 'fastify'
import { v7 as newId } from 'uuid'

const pglite = await PGlite.create()
for (const name of readdirSync('db/migrations').sort()) await pglite.exec(readFileSync(`db/migrations/${name}`, 'utf8'))

const app = fastify()
const options = JSON.stringify(['one', 'two', 'three', 'four'])

type Query = Pick<PGlite, 'query'>

async function insertRound(db: Query, id: string, after: number): Promise<void> {
  const rows = [1, 2, 3].map((step) => [id, after + step, after + step, 'v', 'B1', 'A ____ b.', '', '["one"]', options])
  const places = rows.map((row, index) => `(${row.map((_, column) => `$${index * 9 + column + 1}`).join(', ')})`)
  await db.query(
    `insert into assessment_items (assessment_id, position, item_id, item_version, level, question, image, correct, options) values ${places.join(', ')} returning *`,
    rows.flat(),
  )
}

app.post('/v1/assessments', async () => {
  const id = newId()
  await pglite.transaction(async (db) => {
    await db.query(
      'select distinct item_id from assessment_items inner join assessments on assessments.id = assessment_id where visitor = $1 and language = $2',
      ['nobody', 'english'],
    )
    await db.query(
      "insert into assessments (id, visitor, flow_id, language, interface_language, seen) values ($1, $2, 'f', 'english', 'en', '[]') returning *",
      [id, 'nobody'],
    )
    await insertRound(db, id, 0)
  })
  return { data: { id } }
})

app.put<{ Params: { id: string; position: string } }>('/v1/assessments/:id/answers/:position', async ({ params }) => {
  const { id } = params
  const position = Number(params.position)
  await pglite.transaction(async (db) => {
    await db.query('select * from assessments where id = $1 and visitor = $2 for update', [id, 'nobody'])
    await db.query('select * from assessment_items where assessment_id in ($1) order by position', [id])
    await db.query(
      "update assessment_items set choice = '[]', is_correct = false, elapsed_ms = 1000, answered_at = now() where assessment_id = $1 and position = $2",
      [id, position],
    )
    await db.query(
      "insert into events (id, name, occurred_at, visitor, properties) values ($1, 'answer', now(), $2, '{}')",
      [newId(), 'nobody'],
    )
    if (position === 15)
      await db.query(
        "update assessments set level = 'A1', than = 45, theta = -3, standard_error = 0.4, scorer_version = 'v', finished_at = now() where id = $1",
        [id],
      )
    else if (position % 3 === 0) await insertRound(db, id, position)
  })
  return { data: { id, answered: position } }
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
