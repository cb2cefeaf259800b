import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Attempt } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { estimateAbility } from '#quiz/estimate.ts'
import { scoreAnswer } from '#quiz/score.ts'
import { MOST_QUESTIONS, QUESTIONS, ROUND_SIZE } from '#quiz/test-plan.ts'
import { findAnswers } from '#server/db/tables/results.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({ LEVEL_RULE: 'estimate' })
})
afterAll(() => world.close())

/** Alternating rounds of all right and all unknown: no level is certain. */
const inTurn = (position: number) => Math.ceil(position / 3) % 2 === 1

async function playNoting(client: ApiClient, isRight: (position: number) => boolean): Promise<Attempt[]> {
  const states = [await client.start('english')]
  for (let last = states[0] as Attempt; last.status === 'open'; last = states.at(-1) as Attempt)
    states.push(await client.answerNext(last, isRight(last.answered + 1)))
  return states
}

/** Starts an attempt as another process would: this one remembers those that it started itself. */
async function startElsewhere(client: ApiClient, plan: { level_rule: 'staircase'; planned_questions?: 9; total?: 9 }) {
  const started = await client.start('english')
  const id = newId()
  await world.db
    .updateTable('assessments')
    .set({ id, ...plan })
    .where('id', '=', started.id)
    .execute()
  return id
}

const answersOf = async (id: string) => (await findAnswers(world.db, [id])).get(id) ?? []

describe('an assessment under the estimate rule', () => {
  it('adds one round at a time while unsure, and ends with the level of its estimate', async () => {
    const states = await playNoting(new ApiClient(world.app), inTurn)
    expect(states.every(({ max_total }) => max_total === MOST_QUESTIONS)).toBe(true)
    expect(states.slice(0, QUESTIONS).every(({ total }) => total === QUESTIONS)).toBe(true)
    expect(states[QUESTIONS]).toMatchObject({
      status: 'open',
      total: QUESTIONS + ROUND_SIZE,
      answered: QUESTIONS,
    })
    expect(states[QUESTIONS]?.questions.map(({ position }) => position - QUESTIONS)).toEqual([1, 2, 3])
    const finished = states.at(-1) as Attempt
    expect(finished).toMatchObject({ status: 'finished', questions: [], total: finished.answered })

    const estimate = estimateAbility((await answersOf(finished.id)).map(scoreAnswer))
    const row = await world.db
      .selectFrom('assessments')
      .selectAll()
      .where('id', '=', finished.id)
      .executeTakeFirstOrThrow()
    const items = await world.db
      .selectFrom('assessment_items')
      .select('item_version')
      .where('assessment_id', '=', finished.id)
      .execute()
    expect(finished.result?.level).toBe(estimate.level)
    expect(row).toMatchObject({ level_rule: 'estimate', scorer_version: 'nominal-2', total: items.length })
    expect(row.theta).toBeCloseTo(estimate.theta, 10)
    expect(row.standard_error).toBeCloseTo(estimate.standardError, 10)
    for (const { item_version } of items) expect(item_version).toMatch(/^[0-9a-f]{12}$/)
  })

  it('ends with the last planned answer if sure', async () => {
    const finished = (await playNoting(new ApiClient(world.app), () => true)).at(-1)
    expect(finished).toMatchObject({ total: QUESTIONS, answered: QUESTIONS, result: { level: 'C2' } })
  })

  it('accepts a repeat of a further answer, and refuses a position that does not exist', async () => {
    const client = new ApiClient(world.app)
    const states = await playNoting(client, inTurn)
    const { id, total } = states[0] as Attempt
    expect(total).toBe(QUESTIONS)
    const finished = states.at(-1)
    expect((await client.answer(id, QUESTIONS + 1, [])).body.data).toEqual(finished)
    expect((await client.answer(id, MOST_QUESTIONS + 1, [])).status).toBe(400)
  })

  it('refuses a position beyond the planned questions if there are no further rounds, changing nothing', async () => {
    const client = new ApiClient(world.app)
    const attempt = await client.start('english')
    const { status, body } = await client.answer(attempt.id, QUESTIONS + 1, [])
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect((await client.send('GET', urls.attempt(attempt.id))).body.data).toEqual(attempt)
  })

  it('keeps the rule an assessment started with', async () => {
    const client = new ApiClient(world.app)
    const id = await startElsewhere(client, { level_rule: 'staircase' })
    let attempt = (await client.send('GET', urls.attempt(id))).body.data
    expect(attempt.max_total).toBe(QUESTIONS)
    while (attempt.status === 'open') attempt = await client.answerNext(attempt, inTurn(attempt.answered + 1))
    // Up, down, up, down, up.
    expect(attempt).toMatchObject({ total: QUESTIONS, answered: QUESTIONS, result: { level: 'B2' } })
  })

  it('keeps the length an assessment was planned with', async () => {
    const client = new ApiClient(world.app)
    const id = await startElsewhere(client, { level_rule: 'staircase', planned_questions: 9, total: 9 })
    let attempt = (await client.send('GET', urls.attempt(id))).body.data
    expect(attempt.max_total).toBe(9)
    while (attempt.status === 'open') attempt = await client.answerNext(attempt, true)
    // B1, B2, C1, C2, and no level above.
    expect(attempt).toMatchObject({ total: 9, answered: 9, result: { level: 'C2' } })
  })

  it('tells "I don’t know" from a wrong answer', async () => {
    const client = new ApiClient(world.app)
    const { id } = await client.play('english', () => false)
    const answers = await answersOf(id)
    expect(answers).toHaveLength(QUESTIONS)
    expect(answers.map((answer) => scoreAnswer(answer).response)).toEqual(answers.map(() => 'unknown'))
    const picked = answers.map((answer) => ({ ...answer, choice: ['an option'] }))
    expect(picked.map((answer) => scoreAnswer(answer).response)).toEqual(answers.map(() => 'wrong'))
    expect(scoreAnswer({ level: 'B1', choice: ['an option'], isCorrect: true }).response).toBe('right')
  })
})
