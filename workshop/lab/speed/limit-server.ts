/**
 * The upper bound for `npm run load`: a bare Fastify that keeps each attempt in one row. An answer takes one statement,
 * or two at the end of a round. It doesn't validate, draw, or render anything; its questions are always the same, and a
 * quiz's id also identifies its visitor.
 */
import fastify from 'fastify'
import pg from 'pg'
import { v7 as newId } from 'uuid'

/** The app's default number of connections. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const query = (name: string, text: string, values: unknown[] = []) => pool.query({ name, text, values })

await query(
  'create-attempts',
  `create table attempts (id uuid primary key, visitor text, asked jsonb default '[]', round jsonb,
  answered smallint default 0, choices jsonb default '[]', finished_at timestamptz) with (fillfactor = 50)`,
)
await query(
  'create-events',
  'create table events (id uuid primary key, name text, occurred_at timestamptz default now(), visitor text, properties jsonb)',
)

const question = {
  question: 'He suggested that we ____ the bus to the museum this weekend.',
  correct: ['take'],
  options: ['take', 'takes', 'took', 'taking'],
}
const ROUND = JSON.stringify([question, question, question])
const EVENT = JSON.stringify({
  flow_id: '0-english-1795281582113',
  language: 'english',
  question_id: 62,
  is_correct: false,
  is_unknown: true,
})
const answered = (change: string) => `with written as (
    update attempts set answered = answered + 1, choices = choices || '[[]]' ${change}
    where id = $1 and visitor = $2 and answered = $3::integer - 1 returning id, answered, round
  ), event as (insert into events (id, name, visitor, properties) select $4, 'answer_question', $2, $5 from written)
  select * from written`

const app = fastify()
app.post('/v1/assessments', async () => {
  const id = newId()
  await query('start', 'insert into attempts (id, visitor, round) values ($1, $2, $3)', [id, id, ROUND])
  return { data: { id } }
})
app.put<{ Params: { id: string; position: string } }>(
  '/v1/assessments/:id/answers/:position',
  async ({ params: { id, position } }) => {
    const values = [id, id, position, newId(), EVENT]
    if (Number(position) % 3 !== 0) {
      const { rows } = await query('answer', answered(''), values)
      return { data: rows[0] }
    }
    await query('read', 'select * from attempts where id = $1 and visitor = $2', [id, id])
    const { rows } =
      position === '15'
        ? await query('finish', answered(', finished_at = now()'), values)
        : await query('next-round', answered(', asked = asked || round, round = $6'), [...values, ROUND])
    return { data: rows[0] }
  },
)
app.get<{ Params: { id: string } }>('/v1/assessments/:id', async ({ params: { id } }) => {
  const { rows } = await query('get', 'select id, answered, round from attempts where id = $1 and visitor = $2', [
    id,
    id,
  ])
  return { data: rows[0] }
})

console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
