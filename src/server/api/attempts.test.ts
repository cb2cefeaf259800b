import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient, itemOf, rightChoice } from '#harness/api-client.ts'
import { startTestAppOf, type TestApp } from '#harness/test-app.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { createApp } from '../app.ts'
import type { App } from '../http/server.ts'

let world: TestApp
/** Another process on the same database. */
let other: App
beforeAll(async () => {
  world = await startTestAppOf({}, async (dependencies) => {
    other = await createApp({ ...dependencies, sender: {} })
    return createApp({ ...dependencies, sender: {} })
  })
})
afterAll(async () => {
  await other.close()
  await world.close()
})

const visitor = () => new ApiClient(world.app)

/** Everything stored about attempts, which a refused call must not change. */
async function stored(): Promise<string> {
  const assessments = await world.db.selectFrom('assessments').selectAll().orderBy('id').execute()
  const items = await world.db
    .selectFrom('assessment_items')
    .selectAll()
    .orderBy('assessment_id')
    .orderBy('position')
    .execute()
  return JSON.stringify([assessments, items])
}

describe('the daily cap', () => {
  /** Starts as many tests as this browser or account may still start today, and two more at the same moment. */
  const statuses = async (client: ApiClient, begun: number) => {
    const { id } = await client.start('french')
    await sql`insert into assessments (id, visitor, user_id, flow_id, language, interface_language, created_at)
      select gen_random_uuid(), case when user_id is null then visitor else 'another browser' end, user_id, flow_id,
        language, interface_language, now() - interval '23 hours' + n * interval '1 second'
      from assessments, generate_series(1, ${begun - 1}::integer) as n where id = ${id}`.execute(world.db)
    const start = () => client.send('POST', urls.attempts, { language: 'french' })
    return (await Promise.all([start(), start(), start()])).map(({ status }) => status).sort()
  }

  it.each([
    ['a browser', async () => visitor()],
    ['an account, on all its devices,', async () => (await newAccount(world)).client],
  ])('of %s is reported with the seconds to wait, and ends', async (_, newClient) => {
    const client = await newClient()
    expect(await statuses(client, 99)).toEqual([201, 429, 429])
    const { headers, statusCode } = await world.app.inject({
      method: 'POST',
      url: urls.attempts,
      cookies: client.cookies,
      payload: { language: 'french' },
    })
    expect([statusCode, headers['retry-after']]).toEqual([429, expect.stringMatching(/^3[56]\d\d$/)])
    await sql`update assessments set created_at = created_at - interval '61 minutes'`.execute(world.db)
    expect((await client.send('POST', urls.attempts, { language: 'french' })).status).toBe(201)
  })
})

describe('an assessment through the API', () => {
  it.each(LANGUAGES)('of %s goes through every question to a result', async (language) => {
    const finished = await visitor().play(language, () => true)
    expect(finished).toMatchObject({
      language,
      status: 'finished',
      total: QUESTIONS,
      answered: QUESTIONS,
      questions: [],
    })
    expect(finished.result?.level).toBe('C2')
    expect(finished.result?.than).toBeGreaterThanOrEqual(95)
    expect(finished.result?.than).toBeLessThanOrEqual(99)
  })

  it('goes down to A1 and shows pictures there if no answer is known', async () => {
    const client = visitor()
    let attempt = await client.start('english')
    const kinds: string[] = []
    while (attempt.status === 'open') {
      kinds.push(attempt.questions.find(({ position }) => position === attempt.answered + 1)?.kind ?? '')
      attempt = await client.answerNext(attempt, false)
    }
    expect(kinds).toEqual([...new Array(3).fill('sentence'), ...new Array(12).fill('picture')])
    expect(attempt.result?.level).toBe('A1')
  })

  it('sends the round in order, with nothing that marks the right option', async () => {
    const attempt = await visitor().start('french')
    expect(attempt.questions.map(({ position }) => position)).toEqual([1, 2, 3])
    for (const question of attempt.questions)
      expect(Object.keys(question).sort()).toEqual(['image', 'kind', 'options', 'position', 'question', 'question_id'])
  })

  it("gives questions its own ids, which differ between attempts and don't reveal the item", async () => {
    const shownIds = new Map<string, Set<number>>()
    for (let attempt = 1; attempt <= 20; attempt++) {
      const { id, questions } = await visitor().start('english')
      const stored = await world.db
        .selectFrom('assessment_items')
        .select('item_id')
        .where('assessment_id', '=', id)
        .orderBy('position')
        .execute()
      for (const [index, question] of questions.entries()) {
        expect(itemOf('english', question)?.id).toBe(stored[index]?.item_id)
        const shown = shownIds.get(question.question) ?? new Set()
        expect(shown.has(question.question_id)).toBe(false)
        shownIds.set(question.question, shown.add(question.question_id))
      }
      const ids = questions.map((question) => question.question_id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(Math.min(...ids)).toBeGreaterThan(180)
    }
  })

  it('can be read back in its current state', async () => {
    const client = visitor()
    const attempt = await client.answerNext(await client.start('german'), true)
    expect((await client.send('GET', urls.attempt(attempt.id))).body.data).toEqual(attempt)
  })

  it('stores with every answer the options shown, the choice, and the elapsed time', async () => {
    const client = visitor()
    const { id, questions } = await client.start('english')
    await client.answer(id, 1, [questions[0]?.options[2] as string])
    const row = await world.db
      .selectFrom('assessment_items')
      .selectAll()
      .where('assessment_id', '=', id)
      .where('position', '=', 1)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ options: questions[0]?.options, choice: [questions[0]?.options[2]], elapsed_ms: 1200 })
    expect(row.item_version).toMatch(/^[0-9a-f]{12}$/)
    expect(row.answered_at).toBeInstanceOf(Date)
    const event = await world.db
      .selectFrom('events')
      .selectAll()
      .where('name', '=', 'answer_question')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(event.properties).toMatchObject({
      assessment_id: id,
      position: 1,
      is_correct: row.is_correct,
      is_unknown: false,
    })
  })

  it('stores the estimate along with the staircase’s level', async () => {
    const client = visitor()
    const { id } = await client.play('english', (position) => position % 2 === 0)
    const row = await world.db.selectFrom('assessments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(Math.abs(row.theta as number)).toBeLessThan(3.6)
    expect(row.standard_error).toBeGreaterThan(0.1)
  })

  it('draws other questions on a retake while the bank allows it', async () => {
    const client = visitor()
    const itemIds = new Set<string>()
    for (let round = 1; round <= 3; round++) {
      const { id } = await client.play('english', (position) => position <= 3)
      const rows = await world.db
        .selectFrom('assessment_items')
        .select(['item_id', 'position'])
        .where('assessment_id', '=', id)
        .execute()
      for (const { item_id } of rows.filter(({ position }) => position <= 9)) itemIds.add(`${item_id}`)
    }
    // Nine items each time (B1, B2, B1). The bank has 30 per level, and three attempts use 18 of B1 and 9 of B2.
    expect(itemIds.size).toBe(27)
  })
})

describe('answers that change nothing', () => {
  it('a repeat returns the current assessment and keeps the first answer', async () => {
    const client = visitor()
    const attempt = await client.start('english')
    const [right] = rightChoice(attempt, 1)
    const first = await client.answer(attempt.id, 1, [])
    const before = await stored()
    const again = await client.answer(attempt.id, 1, [right as string])
    expect(again).toEqual(first)
    expect(await stored()).toBe(before)
  })

  it('only one of two simultaneous answers to a position counts', async () => {
    const client = visitor()
    const { id, questions } = await client.start('english')
    const options = questions[0]?.options ?? []
    const replies = await Promise.all(options.map((option) => client.answer(id, 1, [option])))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.data.answered))).toEqual(new Set([1]))
    const events = await world.db
      .selectFrom('events')
      .select('properties')
      .where('name', '=', 'answer_question')
      .execute()
    expect(events.filter(({ properties }) => properties.assessment_id === id)).toHaveLength(1)
  })

  it('counts each answer once when sent through two processes in turn, whatever they have cached', async () => {
    const here = visitor()
    const there = new ApiClient(other)
    let attempt = await here.start('english')
    for (const [name, value] of Object.entries(here.cookies)) there.setCookie(name, value)
    while (attempt.status === 'open') {
      const position = attempt.answered + 1
      // Two through each process: each has an outdated attempt cached, even at the start of a round.
      const [first, second] = position % 4 < 2 ? [here, there] : [there, here]
      attempt = await first.answerNext(attempt, position % 2 === 0)
      expect((await second.answer(attempt.id, position, ['another'])).body.data).toEqual(attempt)
      const tooFar = position < QUESTIONS - 1 ? [409, 'answer_out_of_order'] : [400, 'invalid_request']
      const { status, body } = await first.answer(attempt.id, position + 2, [])
      expect([status, body.error?.code]).toEqual(tooFar)
    }
    expect(attempt.answered).toBe(QUESTIONS)
    const items = await world.db
      .selectFrom('assessment_items')
      .select(['item_id', 'is_correct'])
      .where('assessment_id', '=', attempt.id)
      .orderBy('position')
      .execute()
    expect(items.map(({ is_correct }) => is_correct)).toEqual(items.map((_, index) => index % 2 === 1))
    expect(new Set(items.map(({ item_id }) => item_id)).size).toBe(QUESTIONS)
  })

  it('a repeat of the last answer returns the finished assessment', async () => {
    const client = visitor()
    const finished = await client.play('english', () => false)
    const before = await stored()
    expect((await client.answer(finished.id, QUESTIONS, ['anything'])).body.data).toEqual(finished)
    expect(await stored()).toBe(before)
  })

  it('a gap is refused, naming the position that is due', async () => {
    const client = visitor()
    const { id } = await client.start('english')
    const before = await stored()
    const { status, body } = await client.answer(id, 3, [])
    expect([status, body.error.code]).toEqual([409, 'answer_out_of_order'])
    expect(body.error.message).toContain('number 1')
    expect(await stored()).toBe(before)
  })

  it("an option that wasn't offered is refused", async () => {
    const client = visitor()
    const { id } = await client.start('english')
    const before = await stored()
    const { status, body } = await client.answer(id, 1, ['zzz'])
    expect([status, body.error.code]).toEqual([422, 'choice_not_offered'])
    expect(await stored()).toBe(before)
  })

  it('a stranger, with or without a cookie, finds nothing', async () => {
    const owner = visitor()
    const { id } = await owner.answerNext(await owner.start('english'), true)
    const stranger = visitor()
    await stranger.start('french')
    const before = await stored()
    for (const [client, code] of [
      [stranger, 'assessment_not_found'],
      [visitor(), 'cookie_missing'],
    ] as const) {
      for (const reply of [
        await client.answer(id, 1, []),
        await client.answer(id, 2, []),
        await client.answer(id, 3, []),
        await client.answer(id, 1, ['not offered']),
        await client.send('GET', urls.attempt(id)),
      ])
        expect([reply.status, reply.body.error.code]).toEqual([404, code])
    }
    expect(await stored()).toBe(before)
  })
})

describe('bad input', () => {
  const good = { choice: [] }
  it.each([
    ['position 0', '0', good],
    ['a position beyond the plan', String(QUESTIONS + 1), good],
    ['position 1.5', '1.5', good],
    ['position __proto__', '__proto__', good],
    ['position -1', '-1', good],
    ['no choice', '1', {}],
    ['a choice that is a string', '1', { choice: 'a' }],
    ['a choice of numbers', '1', { choice: [1] }],
    ['an option twice', '1', { choice: ['a', 'a'] }],
    ['five options', '1', { choice: ['a', 'b', 'c', 'd', 'e'] }],
    ['an unknown field', '1', { choice: [], level: 'C2' }],
    ['a negative time', '1', { choice: [], elapsed_ms: -1 }],
    ['a time that is not a number', '1', { choice: [], elapsed_ms: '12' }],
    ['a body that is null', '1', 'null'],
    ['a body that is a list', '1', '[]'],
    ['broken JSON', '1', '{"choice":'],
    ['__proto__ in the body', '1', '{"choice":[],"__proto__":{"level":"C2"}}'],
    ['constructor in the body', '1', '{"choice":[],"constructor":{"prototype":{}}}'],
  ])('%s is refused with a code and a sentence', async (_name, position, body) => {
    const client = visitor()
    const { id } = await client.start('english')
    const before = await stored()
    const reply = await client.send('PUT', urls.answer(id, position), body)
    expect(reply.status).toBe(400)
    expect(reply.body.error.code).toBe('invalid_request')
    expect(reply.body.error.message).toMatch(/^.{5,200}$/)
    expect(JSON.stringify(reply.body)).not.toMatch(/node_modules|\.ts:|at Object/)
    expect(await stored()).toBe(before)
  })

  it('an unknown language is rejected with the list of known ones', async () => {
    for (const language of ['klingon', 'English', '', null, 7, ['english'], '__proto__']) {
      const { status, body } = await visitor().send('POST', urls.attempts, { language })
      expect([status, body.error.code]).toEqual([400, 'unknown_language'])
      for (const known of LANGUAGES) expect(body.error.message).toContain(known)
    }
  })

  it('a malformed id, a huge body, another media type, and a request from another site are refused', async () => {
    const client = visitor()
    const { id } = await client.start('english')
    const before = await stored()
    expect((await client.answer('1', 1, [])).body.error.code).toBe('invalid_request')
    const huge = JSON.stringify({ choice: ['x'.repeat(70_000)] })
    expect((await client.send('PUT', urls.answer(id, 1), huge)).body.error.code).toBe('payload_too_large')
    const text = await client.send('PUT', urls.answer(id, 1), JSON.stringify(good), { 'content-type': 'text/plain' })
    expect([text.status, text.body.error.code]).toEqual([415, 'unsupported_media_type'])
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const reply = await client.send('PUT', urls.answer(id, 1), good, headers as Record<string, string>)
      expect([reply.status, reply.body.error.code]).toEqual([403, 'cross_site_request'])
    }
    expect(await stored()).toBe(before)
  })

  it.each(['0-english', 'x', '0-english-1;drop', '9'.repeat(70)])('the flow id %s is refused', async (flow_id) => {
    const { status } = await visitor().send('POST', urls.attempts, { language: 'english', flow_id })
    expect(status).toBe(400)
  })
})
