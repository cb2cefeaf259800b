import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Attempt } from '#contract/attempts.ts'
import type { Review } from '#contract/review.ts'
import { urls } from '#contract/urls.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { readBanks } from '#server/banks/banks.ts'
import { type Attacked, MODES, startAttacked } from './attacked.ts'

/** Tests that the attack of 2026-11-21 took, which gave it 180 keys in 19 s. */
const TESTS = 40
const PER_DAY = 20
/** Shorter than the default, so that the measurement takes less time. */
const PACE_MS = 200
const AT_ONCE = 5

describe.each(MODES)('one account that collects the key, the product %s', (mode) => {
  let attacked: Attacked
  beforeAll(async () => {
    attacked = await startAttacked(mode, {
      ACCOUNT_ASSESSMENTS_PER_DAY: String(PER_DAY),
      VISITOR_ASSESSMENTS_PER_DAY: '100',
      KEY_PACE_MS: String(PACE_MS),
    })
  })
  afterAll(() => attacked?.stop())

  /** The right answers found so far, by sentence or picture. */
  type Keys = Map<string, string[]>

  async function start(cookie: string): Promise<Attempt | undefined> {
    const { status, content } = await attacked.send(urls.attempts, { cookie, body: { language: 'english' } })
    return status === 201 ? JSON.parse(content).data : undefined
  }

  /** Answers known questions correctly, so that the next rounds reveal more. */
  async function finish(cookie: string, begun: Attempt, keys: Keys): Promise<void> {
    let attempt = begun
    while (attempt.status === 'open') {
      const position = attempt.answered + 1
      const asked = attempt.questions.find((question) => question.position === position)
      const choice = keys.get(asked?.image || asked?.question || '') ?? []
      const sent = { method: 'PUT', cookie, body: { choice } }
      attempt = JSON.parse((await attacked.send(urls.answer(attempt.id, position), sent)).content).data
    }
  }

  async function readKeys(cookie: string, { id }: Attempt, keys: Keys): Promise<void> {
    const { content } = await attacked.send(urls.review(id), { cookie })
    const { items } = JSON.parse(content).data as Review
    for (const { image, question, correct } of items) keys.set(image || question, correct)
  }

  it(`gets none from ${TESTS} tests in a row`, async () => {
    const cookie = await attacked.newSession()
    const keys: Keys = new Map()
    let taken = 0
    for (let test = 0; test < TESTS; test++) {
      const begun = await start(cookie)
      if (!begun) continue
      taken++
      await finish(cookie, begun, keys)
      await readKeys(cookie, begun, keys)
    }
    expect([taken, keys.size]).toEqual([PER_DAY, 0])
  })

  it('gets at reading pace only what a day of tests shows', async () => {
    const cookie = await attacked.newSession()
    const keys: Keys = new Map()
    let taken = 0
    for (let test = 0; test < TESTS; test += AT_ONCE) {
      const begun = (await Promise.all(Array.from({ length: AT_ONCE }, () => start(cookie)))).filter((one) => !!one)
      taken += begun.length
      await sleep(begun.length > 0 ? QUESTIONS * PACE_MS : 0)
      await Promise.all(begun.map((one) => finish(cookie, one, keys)))
      await Promise.all(begun.map((one) => readKeys(cookie, one, keys)))
    }
    const all = readBanks().english.length
    console.log(`${mode}: ${keys.size} of ${all} keys of a language in a day at reading pace, with ${taken} tests`)
    expect(taken).toBe(PER_DAY)
    expect(keys.size).toBeGreaterThan(0)
  })
})
