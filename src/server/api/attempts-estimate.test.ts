import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { bandWith, estimateAbility } from '#quiz/estimate.ts'
import { scoreAnswer } from '#quiz/score.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({ LEVEL_RULE: 'estimate' })
})
afterAll(() => world.close())

/** Alternating rounds of all right and all unknown: no level is certain. */
const inTurn = (position: number) => Math.ceil(position / 3) % 2 === 1

const answersOf = (id: string) =>
  world.db
    .selectFrom('assessment_items')
    .select(['level', 'choice', 'is_correct as isCorrect', 'difficulty'])
    .where('assessment_id', '=', id)
    .execute()

describe('an assessment under the estimate rule', () => {
  it('ends after its fifteen questions with the level of its estimate', async () => {
    const finished = await new ApiClient(world.app).play('english', inTurn)
    expect(finished).toMatchObject({ status: 'finished', questions: [], total: QUESTIONS, answered: QUESTIONS })
    const estimate = estimateAbility((await answersOf(finished.id)).map(scoreAnswer))
    const row = await world.db
      .selectFrom('assessments')
      .selectAll()
      .where('id', '=', finished.id)
      .executeTakeFirstOrThrow()
    expect(finished.result?.level).toBe(estimate.level)
    expect(row.theta).toBeCloseTo(estimate.theta, 10)
    expect(row.standard_error).toBeCloseTo(estimate.standardError, 10)
    expect([row.band_lowest, row.band_highest]).toEqual(bandWith(estimate.band, estimate.level))
  })

  it('refuses a position beyond the last question, changing nothing', async () => {
    const client = new ApiClient(world.app)
    const attempt = await client.start('english')
    const { status, body } = await client.answer(attempt.id, QUESTIONS + 1, [])
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect((await client.send('GET', urls.attempt(attempt.id))).body.data).toEqual(attempt)
  })

  it('distinguishes "I don’t know" from a wrong answer', async () => {
    const { id } = await new ApiClient(world.app).play('english', () => false)
    const answers = await answersOf(id)
    expect(answers).toHaveLength(QUESTIONS)
    expect(answers.map((answer) => scoreAnswer(answer).response)).toEqual(answers.map(() => 'unknown'))
    const picked = answers.map((answer) => ({ ...answer, choice: ['an option'] }))
    expect(picked.map((answer) => scoreAnswer(answer).response)).toEqual(answers.map(() => 'wrong'))
    expect(scoreAnswer({ level: 'B1', choice: ['an option'], isCorrect: true }).response).toBe('right')
  })
})
