import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import type { Review } from '#contract/review.ts'
import { urls } from '#contract/urls.ts'
import { newAccount, storedAccounts } from '#harness/accounts.ts'
import { ApiClient, itemOf } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import type { Item } from '#quiz/bank.ts'
import { LEVELS, QUESTIONS, ROUND_SIZE } from '#quiz/constants.ts'
import type { AskedItem } from '#quiz/draw.ts'
import { meaningOf, sentenceIn } from '../banks/notes.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world.close())

const review = (client: ApiClient, id: string) => client.send<Review>('GET', urls.review(id))

/** An account with a finished attempt, the first two rounds right. */
async function reviewer() {
  const { client, user } = await newAccount(world)
  const { id } = await client.play('german', (position) => position <= 6)
  return { client, user, id }
}

/** Changes a stored question, and whether it was answered correctly. */
async function changeItem(
  id: string,
  position: number,
  change: Partial<AskedItem>,
  isCorrect?: boolean,
): Promise<void> {
  const row = await world.db.selectFrom('assessments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const items = [...row.earlier, ...row.round]
  const index = position - 1
  const changed = items.with(index, { ...(items[index] as AskedItem), ...change })
  await world.db
    .updateTable('assessments')
    .set({
      earlier: JSON.stringify(changed.slice(0, -ROUND_SIZE)),
      round: JSON.stringify(changed.slice(-ROUND_SIZE)),
      is_correct: row.is_correct.with(index, isCorrect ?? (row.is_correct[index] as boolean)),
    })
    .where('id', '=', id)
    .execute()
}

describe('GET /v1/assessments/{id}/review', () => {
  it('has the estimate and each question with the answer, the key, the point and the reasons', async () => {
    const { client } = await newAccount(world)
    let attempt = await client.start('german')
    const wrong = itemOf('german', attempt.questions[0])
    attempt = (await client.answer(attempt.id, 1, [wrong?.incorrect[1] as string])).body.data
    while (attempt.status === 'open') attempt = await client.answerNext(attempt, attempt.answered < 6)
    const { status, body } = await review(client, attempt.id)
    expect(status).toBe(200)
    const { data } = body
    expect(data).toMatchObject({
      assessment_id: attempt.id,
      language: 'german',
      level: attempt.result?.level,
      finished_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const stored = await world.db
      .selectFrom('assessments')
      .selectAll()
      .where('id', '=', attempt.id)
      .executeTakeFirstOrThrow()
    expect(data.estimate.theta).toBeCloseTo(stored.theta as number, 10)
    expect(data.estimate.standard_error).toBeCloseTo(stored.standard_error as number, 10)
    const { lowest, highest } = data.estimate.band
    const [from, given, to] = [lowest, data.level, highest].map((level) => LEVELS.indexOf(level))
    expect([from, given, to]).toEqual([from, given, to].toSorted())

    expect(data.items.map(({ position }) => position)).toEqual(
      Array.from({ length: QUESTIONS }, (_, index) => index + 1),
    )
    expect(data.items[0]).toEqual({
      position: 1,
      kind: 'sentence',
      reading: '',
      why_right: wrong?.whyRight ? { lang: 'en', text: wrong.whyRight } : null,
      translation: sentenceIn('german', 'en', wrong as Item),
      pair: wrong?.pair ?? null,
      readings: {},
      ...(wrong?.point.startsWith('G')
        ? { word: '', meaning: '' }
        : { word: wrong?.word ?? wrong?.correct[0], meaning: meaningOf('german', 'en', wrong as Item) }),
      question: wrong?.question,
      image: '',
      level: 'B1',
      area: wrong?.point.startsWith('G') ? 'grammar' : 'vocabulary',
      point: { lang: 'en', text: expect.stringMatching(/\w/) },
      correct: wrong?.correct,
      choice: [wrong?.incorrect[1]],
      is_correct: false,
      elapsed_ms: 1200,
      reasons: [1, 0, 2].map((index) => ({
        option: wrong?.incorrect[index],
        meaning: '',
        why: { lang: 'en', text: wrong?.why[index] },
      })),
      flag: null,
    })
    expect(data.items[1]).toMatchObject({ is_correct: true })
    expect(data.items[QUESTIONS - 1]).toMatchObject({ is_correct: false, choice: [] })
    for (const { point, reasons } of data.items) expect([point.text === '', reasons.length]).toEqual([false, 3])
  })

  it('explains in the language of the interface', async () => {
    const { client, id } = await reviewer()
    const { body } = await client.send<Review>('GET', urls.review(id), undefined, { 'accept-language': 'ja' })
    const langs = body.data.items.flatMap(({ point, reasons }) => [point.lang, ...reasons.map(({ why }) => why?.lang)])
    expect(langs.filter((lang) => lang === 'ja').length).toBeGreaterThan(langs.length / 4)
    for (const { kind, reasons } of body.data.items)
      for (const { why, meaning } of reasons)
        expect([why === null, meaning !== '']).toEqual(Array(2).fill(kind === 'picture'))
  })

  it('compares a retake with the previous result in the same language, in the account', async () => {
    const { client } = await newAccount(world)
    await client.play('german', () => false)
    await client.play('french', () => true)
    await client.play('german', () => false)
    const third = await client.play('german', () => true)
    const { data } = (await client.send<AccountData>('GET', urls.accountData)).body
    expect(data.assessments.map(({ language, change }) => [language, change])).toEqual([
      ['german', 'higher'],
      ['german', 'chance'],
      ['french', null],
      ['german', null],
    ])
    expect(data.assessments[0]?.estimate).toEqual((await review(client, third.id)).body.data.estimate)
  })

  it('omits reasons for a question that has changed since', async () => {
    const { client, id } = await reviewer()
    await changeItem(id, 3, { version: 'earlier' })
    const { items } = (await review(client, id)).body.data
    expect(items.map(({ reasons }) => reasons.length > 0)).toEqual(items.map(({ position }) => position !== 3))
    expect(items[2]?.point.text).toMatch(/\w/)
  })
})

it('review and flags are only for the signed-in owner, after the end', async () => {
  const flag = (who: ApiClient, attempt: string) => who.send('POST', urls.flag(attempt, 1), { reason: 'other' })
  const { client, id } = await reviewer()
  const open = await client.start('french')
  const almost = await client.start('italian')
  let last = almost
  while (last.answered < QUESTIONS - 1) last = await client.answerNext(last, false)
  const stranger = (await newAccount(world)).client
  const visitor = new ApiClient(world.app)
  const visited = await visitor.play('german', () => false)
  // The browser that took the test, after its account has signed out.
  const left = new ApiClient(world.app)
  left.setCookie('visitor', client.cookies.visitor as string)

  const before = await storedAccounts(world)
  for (const [name, who, attempt, status] of [
    ['a stranger', stranger, id, 404],
    ['a stranger, for an anonymous one', stranger, visited.id, 404],
    ['the owner, for an open one', client, open.id, 404],
    ['the owner before the last answer', client, almost.id, 404],
    ['the owner, with an unknown id', client, crypto.randomUUID(), 404],
    ['the owner signed out', left, id, 401],
    ['a visitor, for someone else’s', visitor, id, 401],
    ['a visitor, for their own', visitor, visited.id, 401],
    ['nobody', new ApiClient(world.app), id, 401],
    ['an invalid id', client, 'mine', 400],
  ] as const) {
    for (const reply of [await review(who, attempt), await flag(who, attempt)]) {
      expect([name, reply.status]).toEqual([name, status])
      expect(JSON.stringify(reply.body)).not.toMatch(/correct|why|theta/)
    }
  }
  expect(await storedAccounts(world)).toEqual(before)
  expect((await flag(client, id)).status).toBe(201)
  const foreign = { 'sec-fetch-site': 'cross-site' }
  const forged = await client.send('POST', urls.flag(id, 2), { reason: 'other' }, foreign)
  expect(forged.status).toBe(403)
})
