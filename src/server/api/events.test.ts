import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { documentedEvents } from '#harness/documented-events.ts'
import { startLimitedApp, startTestApp, type TestApp } from '#harness/test-app.ts'
import { beginTopic } from '#server/db/tables/outbox.ts'
import { sha256 } from '#server/who/secret-cookie.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world.close())

const flow_id = '0-english-1795259399587'
const good = {
  name: 'select_language',
  occurred_at: new Date().toISOString(),
  properties: { flow_id, language: 'french' },
}

describe('analytics events', () => {
  it('are stored with the visitor, in a batch', async () => {
    const client = new ApiClient(world.app)
    await client.start('english')
    const landing = {
      name: 'view_free_assessment_landing_page',
      occurred_at: good.occurred_at,
      properties: { flow_id },
    }
    const { status } = await client.send('POST', urls.events, { events: [good, landing] })
    expect(status).toBe(202)
    const rows = await world.db.selectFrom('events').selectAll().orderBy('id').execute()
    expect(rows.map(({ name, properties }) => [name, properties])).toEqual([
      [good.name, good.properties],
      [landing.name, landing.properties],
    ])
    expect(rows[0]?.visitor).toMatch(/^[\w-]{43}$/)
  })

  it('those from the landing page have the same hashed visitor as those from the test', async () => {
    const client = new ApiClient(world.app)
    await client.page(urls.landing)
    const landing = { ...good, name: 'view_free_assessment_landing_page', properties: { flow_id } }
    const send = async () => (await client.send<never>('POST', urls.events, { events: [landing] })).status
    const last = () =>
      world.db.selectFrom('events').select('visitor').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(await send()).toBe(202)
    const { visitor } = await last()
    expect(visitor).toBe(sha256(client.cookies.visitor as string))
    await client.page(urls.quiz)
    await client.start('english')
    expect(await send()).toBe(202)
    expect((await last()).visitor).toBe(visitor)
  })

  it('a visitor gets an id with the choice to allow events, and none before or after declining', async () => {
    const asking = await startTestApp({ CONSENT: 'ask' })
    const client = new ApiClient(asking.app)
    await client.page(urls.landing)
    await client.page(urls.quiz)
    expect(client.cookies).toEqual({})
    await client.send('PUT', urls.consent, { choice: 'declined' })
    await client.page(urls.landing)
    expect(Object.keys(client.cookies)).toEqual(['consent'])
    await client.send('PUT', urls.consent, { choice: 'allowed' }, { 'sec-gpc': '1' })
    expect(client.cookies).not.toHaveProperty('visitor')
    await client.send('PUT', urls.consent, { choice: 'allowed' })
    expect(client.cookies.visitor).toMatch(/^[\w-]{43}$/)
    await asking.close()
  })

  it('clicks on recommendations record the shown items and how they were chosen', async () => {
    const algo_detail = { recipe_name: 'a', campaign_name: 'b' }
    const events = [
      { name: 'recommend_teacher_click', properties: { flow_id, language: 'french', teacher_id: 7, algo_detail } },
      {
        name: 'recommend_vocabulary_click',
        properties: { flow_id, language: 'french', level: 'B1', card_set_id: 7 },
      },
    ].map((event) => ({ ...event, occurred_at: good.occurred_at }))
    const client = new ApiClient(world.app)
    await client.start('french')
    expect(await client.send('POST', urls.events, { events })).toMatchObject({ status: 202, body: { accepted: 2 } })
    const [click] = events
    const more = { ...click, properties: { ...click?.properties, algo_detail: { ...algo_detail, price: 1 } } }
    expect((await new ApiClient(world.app).send('POST', urls.events, { events: [more] })).status).toBe(400)
  })

  it('a failure to load teachers is logged anonymously, even without consent, and not stored', async () => {
    const log: string[] = []
    const declining = await startTestApp({ CONSENT: 'ask', LOG_LEVEL: 'warn' }, {}, { write: (line) => log.push(line) })
    const failure = {
      name: 'recommend_teacher_failure',
      occurred_at: good.occurred_at,
      properties: { language: 'french', reason: 'timeout', status: null },
    }
    const send = (event: object) => new ApiClient(declining.app).send('POST', urls.events, { events: [event] })
    expect((await send(failure)).status).toBe(202)
    expect(log).toHaveLength(1)
    expect(JSON.parse(log[0] as string)).toMatchObject({ language: 'french', reason: 'timeout', count: 1 })
    expect(await declining.db.selectFrom('events').select('id').execute()).toEqual([])
    expect((await send({ ...failure, properties: { ...failure.properties, flow_id } })).status).toBe(400)
    await declining.close()
  })

  it.each([
    ['an unknown name', { ...good, name: 'paid' }],
    [
      'correctness claimed by the browser',
      { ...good, name: 'answer_question', properties: { flow_id, is_correct: true } },
    ],
    ['an unknown property', { ...good, properties: { ...good.properties, email: 'a@b.c' } }],
    ['an unknown language', { ...good, properties: { ...good.properties, language: 'latin' } }],
    ['a missing time', { name: good.name, properties: good.properties }],
    ['an invalid time', { ...good, occurred_at: 'yesterday' }],
  ])('%s is refused, and nothing is stored', async (_name, event) => {
    const before = await world.db.selectFrom('events').select('id').execute()
    const { status, body } = await new ApiClient(world.app).send('POST', urls.events, { events: [good, event] })
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect(await world.db.selectFrom('events').select('id').execute()).toEqual(before)
  })

  it("an empty batch and one that's too long are refused", async () => {
    for (const events of [[], new Array(51).fill(good)])
      expect((await new ApiClient(world.app).send('POST', urls.events, { events })).status).toBe(400)
  })

  it('answers and the finish are recorded by the server, with the properties in docs/events.md, once', async () => {
    const { id, result } = await new ApiClient(world.app).play('italian', () => true)
    const rows = await world.db
      .selectFrom('events')
      .select(['name', 'properties'])
      .where(sql<boolean>`properties ->> 'assessment_id' = ${id}`)
      .orderBy('id')
      .execute()
    expect(rows.map(({ name }) => name)).toEqual([...new Array(15).fill('answer_question'), 'finish_assessment'])
    for (const { name, properties } of rows)
      expect(Object.keys(properties).sort()).toEqual(documentedEvents().get(name))
    expect(rows.at(-1)?.properties).toMatchObject({ language: 'italian', level: result?.level })
  })
})

describe('the owner of events', () => {
  const labelled = (flow: string, properties: object = {}) => ({
    name: 'view_report',
    occurred_at: new Date().toISOString(),
    properties: { flow_id: flow, language: 'french', level: 'C2', ...properties },
  })
  const send = (client: ApiClient, event: object) => client.send('POST', urls.events, { events: [event] })
  const exported = async (client: ApiClient) =>
    (await client.send<AccountData>('GET', `${urls.accountData}?download=1`)).body.data.events ?? []

  it('a flow id with another user’s id is refused, for events and for tests', async () => {
    const [{ client, user }, victim] = [await newAccount(world), await newAccount(world)]
    const visitor = new ApiClient(world.app)
    await visitor.start('french')
    const flows = [
      `${user.id}-french-1`,
      '0-french-1',
      `${victim.user.id}-french-1`,
      `${user.id}-0-french-1`,
      '00-french-1',
    ]
    const begin = async (from: ApiClient, flow: string) =>
      (await from.send('POST', urls.attempts, { language: 'french', flow_id: flow })).status
    const statuses = async (from: ApiClient) => [
      await Promise.all(flows.map(async (flow) => (await send(from, labelled(flow))).status)),
      await Promise.all(flows.map((flow) => begin(from, flow))),
    ]
    expect(await statuses(client)).toEqual([
      [202, 202, 400, 400, 400],
      [201, 201, 400, 400, 400],
    ])
    expect(await statuses(visitor)).toEqual([
      [400, 202, 400, 400, 400],
      [400, 201, 400, 400, 400],
    ])
  })

  it('with another user’s flow id and test id, nothing of theirs can be read, deleted, or sent to the collector', async () => {
    const collecting = await startTestApp()
    await beginTopic(collecting.db, 'events')
    const [victim, attacker] = [new ApiClient(collecting.app), await newAccount(collecting)]
    const { id, flow_id: flow } = await victim.start('french')
    await victim.answer(id, 1, [])
    await send(victim, labelled(flow))
    const stolen = { position: 1, question_id: 1, assessment_id: id }
    const adopted = await attacker.client.send('POST', urls.attempts, { language: 'french', flow_id: flow })
    expect(adopted.status).toBe(201)
    const { level: _, ...properties } = { ...labelled(flow).properties, ...stolen }
    const viewed = { name: 'view_question', occurred_at: new Date().toISOString(), properties }
    expect((await send(attacker.client, viewed)).status).toBe(202)
    const own = await exported(attacker.client)
    const ofVictim = () =>
      collecting.db.selectFrom('events').select('name').where('user_id', 'is', null).orderBy('name')
    const before = await ofVictim().execute()
    await attacker.client.send('DELETE', urls.accountData)
    const after = await ofVictim().where('name', '<>', 'account_deleted').execute()
    await collecting.close()
    expect(own.map(({ name }) => name)).toEqual(['view_question'])
    expect(before.map(({ name }) => name)).toEqual(['answer_question', 'view_report'])
    expect(after).toEqual(before)
  })

  it('a deletion is reported to the collector in chunks it accepts, no matter how many flows a browser made up', async () => {
    const collecting = await startTestApp()
    await beginTopic(collecting.db, 'events')
    const { client, user } = await newAccount(collecting)
    const flows = Array.from({ length: 90 }, (_, number) => `${user.id}-french-${number}`)
    for (const part of [flows.slice(0, 45), flows.slice(45), flows.slice(0, 45)])
      await client.send('POST', urls.events, { events: part.map((flow) => labelled(flow)) })
    await client.send('DELETE', urls.accountData)
    const notices = await collecting.db.selectFrom('events').select('properties').execute()
    await collecting.close()
    const flowLists = notices.map(({ properties }) => properties.flow_ids as string[])
    expect(flowLists.flat().sort()).toEqual(flows.sort())
    expect(Math.max(...flowLists.map(({ length }) => length))).toBe(20)
  })

  it('an account owns the events sent while signed in from any browser, and those its browsers sent while signed out', async () => {
    const { client, user } = await newAccount(world)
    await client.start('german')
    const second = new ApiClient(world.app)
    second.setCookie('sid', client.cookies.sid as string)
    await send(second, labelled(`${user.id}-french-2`))
    const signedOut = new ApiClient(world.app)
    signedOut.setCookie('visitor', client.cookies.visitor as string)
    await send(signedOut, labelled('0-french-3'))
    const stranger = new ApiClient(world.app)
    await stranger.start('german')
    await send(stranger, labelled('0-french-3'))
    const flows = (await exported(client)).map(({ properties }) => properties)
    expect(flows).toMatchObject([{ flow_id: `${user.id}-french-2` }, { flow_id: '0-french-3' }])
  })
})

describe('events that anyone could forge', () => {
  const landing = { name: 'view_free_assessment_landing_page', occurred_at: good.occurred_at, properties: { flow_id } }
  const report = {
    name: 'view_report',
    occurred_at: good.occurred_at,
    properties: { flow_id, language: 'french', level: 'C2' },
  }
  const limited = () => startLimitedApp({ visitorEvents: 10, events: 40, earlyEvents: 5 })
  const stored = async ({ db }: TestApp) =>
    (await db.selectFrom('events').select('name').execute()).map(({ name }) => name)

  it('before a test, only landing and language events are stored, regardless of cookies', async () => {
    const { app, db, close } = await limited()
    const client = new ApiClient(app)
    client.setCookie('visitor', 'x'.repeat(43))
    const reply = await client.send('POST', urls.events, { events: [landing, good, report] })
    const names = await stored({ app, db, close })
    await close()
    expect(reply).toMatchObject({ status: 202, body: { accepted: 2 } })
    expect(names.sort()).toEqual([good.name, landing.name])
  })

  it('an account’s events are stored even without a test', async () => {
    const { client } = await newAccount(world)
    expect((await client.send('POST', urls.events, { events: [report] })).body).toEqual({ accepted: 1 })
  })

  it('are limited by visitor and by address, more strictly before a test', async () => {
    const limitedApp = await limited()
    const send = async (client: ApiClient, count: number) =>
      (await client.send('POST', urls.events, { events: new Array(count).fill(landing) })).status
    const nobody = () => new ApiClient(limitedApp.app)
    expect([await send(nobody(), 5), await send(nobody(), 1)]).toEqual([202, 429])
    const visitors = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const client = nobody()
        await client.start('english')
        return client
      }),
    )
    const statuses: number[] = []
    for (const client of visitors) statuses.push(await send(client, 10))
    const [first = nobody()] = visitors
    const beyond = await send(first, 1)
    const count = (await stored(limitedApp)).length
    await limitedApp.close()
    expect([statuses, beyond, count]).toEqual([[202, 202, 202, 429], 429, 35])
  })

  it.each([
    new Date(Date.now() + 25 * 3_600_000).toISOString(),
    new Date(Date.now() - 25 * 3_600_000).toISOString(),
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '2016-12-31T23:59:60Z',
  ])('%s is more than a day away and rejected', async (occurred_at) => {
    const { status, body } = await new ApiClient(world.app).send('POST', urls.events, {
      events: [{ ...landing, occurred_at }],
    })
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  })

  it('a batch of more than 32 kB is refused', async () => {
    const { status } = await new ApiClient(world.app).send('POST', urls.events, ' '.repeat(33_000))
    expect(status).toBe(413)
  })
})
