/**
 * The peer of `npm run bench` and `npm run load`: a bare Fastify that runs the statements of an attempt, without validation, rules, cookies
 * or headers of ours. Its questions are always the same, and every quiz has a visitor of its own, known by the quiz's id. `npm run load` compares how many rows both write.
 */

import fastify from 'fastify'
import { v7 as newId } from 'uuid'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { openBareDatabase, type Query } from './bare-database.ts'

const db = await openBareDatabase(process.env.DATABASE_URL)
const app = fastify()

const ROUND = 3
const QUESTION = 'He suggested that we ____ the bus to the museum this weekend.'
const OPTIONS = JSON.stringify(['take', 'takes', 'took', 'taking'])
const PROPERTIES = JSON.stringify({
  flow_id: '0-english-1795281582113',
  assessment_id: '01a1ff1e-f821-7642-bb2b-113b03564d0e',
  language: 'english',
  position: 1,
  question_id: 62,
  is_correct: false,
  is_unknown: true,
})

async function insertRound(query: Query, id: string, after: number): Promise<void> {
  const rows = [1, 2, 3].map((step) => {
    const position = after + step
    return [id, position, position, 'abcdef012345', 'B1', QUESTION, '', '["take"]', OPTIONS, ...Array(6).fill(null)]
  })
  const places = rows.map(
    (row, index) => `(${row.map((_, column) => `$${index * row.length + column + 1}`).join(', ')})`,
  )
  await query(
    `insert into assessment_items (assessment_id, position, item_id, item_version, level, question, image, correct, options, choice, is_correct, elapsed_ms, answered_at, difficulty, discrimination) values ${places.join(', ')} returning *`,
    rows.flat(),
  )
}

async function finish(query: Query, id: string): Promise<void> {
  await query(
    'update assessments set level = $1, than = $2, than_of = $3, theta = $4, standard_error = $5, scorer_version = $6, finished_at = now() where id = $7',
    ['A1', 45, null, -3, 0.4, 'v', id],
  )
  // Results differ, else all would wait for one row.
  await query(
    'insert into result_counts (language, level, score, finished) values ($1, $2, $3, $4) on conflict (language, level, score) do update set finished = result_counts.finished + 1',
    ['english', 'A1', Math.floor(Math.random() * 300), 1],
  )
}

async function readAll(query: Query, id: string, lock: '' | ' for update'): Promise<void> {
  await query(`select * from assessments where id = $1 and (user_id is null and visitor = $2)${lock}`, [id, id])
  await query('select * from assessment_items where assessment_id in ($1) order by position', [id])
}

app.post('/v1/assessments', async () => {
  const id = newId()
  await db.transaction(async (query) => {
    await query(
      'select distinct item_id from assessment_items inner join assessments on assessments.id = assessment_id where visitor = $1 and language = $2',
      [id, 'english'],
    )
    await query(
      'insert into assessments (id, visitor, user_id, flow_id, language, interface_language, level_rule, seen) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing returning *',
      [id, id, null, '0-english-1795281582113', 'english', 'en', 'staircase', '[]'],
    )
    await insertRound(query, id, 0)
  })
  return { data: { id } }
})

app.put<{ Params: { id: string; position: string } }>('/v1/assessments/:id/answers/:position', async ({ params }) => {
  const { id } = params
  const position = Number(params.position)
  await db.transaction(async (query) => {
    await readAll(query, id, ' for update')
    await query(
      'update assessment_items set choice = $1, is_correct = $2, elapsed_ms = $3, answered_at = now() where assessment_id = $4 and position = $5',
      ['[]', false, 1000, id, position],
    )
    await query(
      'insert into events (id, name, occurred_at, visitor, properties, interface_language) values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing',
      [newId(), 'answer_question', new Date(), id, PROPERTIES, 'en'],
    )
    if (position === QUESTIONS) await finish(query, id)
    else if (position % ROUND === 0) await insertRound(query, id, position)
  })
  return { data: { id, answered: position } }
})

app.get<{ Params: { id: string } }>('/v1/assessments/:id', async ({ params: { id } }) => {
  await readAll(db.query, id, '')
  return { data: { id, answered: QUESTIONS } }
})

console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
