import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient, itemOf } from '#harness/api-client.ts'
import { generateAnswers } from '#harness/generated-answers.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { itemVersion, readBanks } from '../banks/banks.ts'
import { findInsights } from '../insights/insights.ts'
import { rollUp } from '../jobs/roll-ups.ts'

const EMAIL = 'staff@example.test'
const banks = readBanks()

let world: TestApp
let staff: ApiClient
beforeAll(async () => {
  world = await startTestApp({ STAFF_EMAILS: EMAIL })
  const { client, user } = await newAccount(world)
  await world.db.insertInto('emails').values({ email: EMAIL, user_id: user.id, verified_at: new Date() }).execute()
  staff = client
  await generateAnswers(world.db, { attempts: 96, days: 6 })
})
afterAll(() => world.close())

const today = new Date().toISOString().slice(0, 10)
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString().slice(0, 10)
const everything = { from: daysAgo(30), to: today, language: '', interface_language: '' } as const

/** The table as objects. */
async function csv(table: string, query: Record<string, string> = {}): Promise<Record<string, string>[]> {
  const { statusCode, body } = await staff.page(`${urls.insightsTable(table)}?${new URLSearchParams(query)}`)
  expect(statusCode).toBe(200)
  const [columns = [], ...rows] = body
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? ''])))
}

const total = (rows: Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0)

describe('the staff page', () => {
  it.each([
    urls.insights,
    urls.insightsTable('funnel'),
    urls.itemInsights('english', 1),
    `${urls.insights}?from=never`,
  ])('does not exist for anybody else: %s', async (url) => {
    const { client, user } = await newAccount(world)
    await world.db
      .insertInto('emails')
      .values({ email: `${user.id}@example.test`, user_id: user.id })
      .execute()
    for (const visitor of [client, new ApiClient(world.app)]) expect((await visitor.page(url)).statusCode).toBe(404)
  })

  it.each(['from=0000-01-01', 'to=0000-12-31', 'from=0000-01-01&to=0000-01-02'])(
    'a year that Postgres does not have is refused: %s',
    async (query) => {
      for (const url of [urls.insights, urls.insightsTable('funnel'), urls.itemInsights('english', 1)])
        expect((await staff.page(`${url}?${query}`)).statusCode).toBe(400)
    },
  )

  it('shows each chart with its table, and no empty text', async () => {
    const { statusCode, body, headers } = await staff.page(`${urls.insights}?language=english`)
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(body.match(/<svg /g)).toHaveLength(5)
    expect(body.match(/<table>/g)).toHaveLength(5)
    expect(body).not.toMatch(/insights\.\w+\.?\w*</)
    expect(body).not.toContain('style="')
    expect(body).not.toMatch(/NaN|undefined/)
  })

  it.each([
    ['a day that is none', 'from=2026-02-30'],
    ['days in the wrong order', 'from=2026-11-02&to=2026-11-01'],
    ['more than two years', 'from=2020-01-01&to=2026-01-01'],
    ['an unknown language', 'language=latin'],
    ['an unknown interface language', 'interface_language=la'],
  ])('refuses %s', async (_name, query) => {
    expect((await staff.page(`${urls.insights}?${query}`)).statusCode).toBe(400)
  })
})

describe('the figures', () => {
  it('are the same before and after days are rolled up, and outlive their sources', async () => {
    const { db } = world
    const before = await findInsights({ db, banks }, everything)
    expect(before.started).toBe(96)
    expect(before.questions).toHaveLength(QUESTIONS)
    expect(before.questions[0]).toEqual({ position: 1, answered: 96, right: 48, unknown: 24, seconds: 4 })
    await rollUp(db)
    await rollUp(db)
    const days = await db.selectFrom('insights_days').select('day').execute()
    expect(days.length).toBeGreaterThanOrEqual(5)
    expect(await findInsights({ db, banks }, everything)).toEqual(before)
    // The last hour of yesterday may still be open (roll-ups wait for an hour after midnight).
    const old = sql<Date>`(select max(day) + 1 from insights_days)::timestamp at time zone 'utc'`
    await db.deleteFrom('assessments').where('created_at', '<', old).execute()
    await db.deleteFrom('events').where('received_at', '<', old).execute()
    expect(await findInsights({ db, banks }, everything)).toEqual(before)
  })

  it("respect the filter's days and languages", async () => {
    expect(total(await csv('levels', { ...everything }), 'assessments')).toBe(96)
    expect(total(await csv('levels', { from: daysAgo(2), to: daysAgo(1) }), 'assessments')).toBe(32)
    const german = await csv('levels', { ...everything, language: 'german' })
    expect(new Set(german.map(({ language }) => language))).toEqual(new Set(['german']))
    expect(total(german, 'assessments')).toBe(12)
    expect(total(await csv('levels', { ...everything, interface_language: 'ja' }), 'assessments')).toBe(24)
    const signups = async (query: object) =>
      (await csv('funnel', { ...everything, ...query })).find(({ step }) => step === 'signup')?.visitors
    expect(await signups({})).toBe('96')
    expect(await signups({ language: 'german' })).toBe('12')
    expect(await signups({ interface_language: 'ja' })).toBe('24')
    expect(await signups({ interface_language: 'fr' })).toBe('0')
  })

  it("count today's visitors and answers at once, by event and item", async () => {
    const client = new ApiClient(world.app)
    const flow_id = '0-english-1795259399587'
    const occurred_at = new Date().toISOString()
    const landing = { name: 'view_free_assessment_landing_page', occurred_at, properties: { flow_id } }
    const chosen = { name: 'select_language', occurred_at, properties: { flow_id, language: 'korean' } }
    await client.send('POST', urls.events, { events: [landing, chosen, chosen] })
    const { questions, id } = await client.start('korean')
    const asked = questions[0]
    await client.answer(id, 1, [])
    const filter = { from: today, to: today, language: 'korean' }
    const funnel = await csv('funnel', filter)
    expect(funnel.slice(0, 4)).toEqual([
      { step: 'landing', visitors: '1' },
      { step: 'language', visitors: '1' },
      { step: 'begun', visitors: '0' },
      { step: 'last', visitors: '0' },
    ])
    const items = await csv('items', filter)
    expect(items).toHaveLength(banks.korean.length)
    expect(items.find(({ item_id }) => item_id === String(itemOf('korean', asked)?.id))).toMatchObject({
      answered: '1',
      right: '0',
      unknown: '1',
      seconds: '1.2',
    })
    expect(total(items, 'answered')).toBe(1)
  })

  it('have a page for each item: its stem, the choices and the reports', async () => {
    const { client, user } = await newAccount(world)
    const { questions, id } = await client.start('french')
    const asked = questions[0]
    const item = itemOf('french', asked)
    if (!item || !asked) throw new Error('There is no such item.')
    const wrong = item.incorrect[0] as string
    await client.answer(id, 1, [wrong])
    await world.db
      .insertInto('item_reports')
      .values({
        language: 'french',
        item_id: item.id,
        item_version: itemVersion(item),
        user_id: user.id,
        reason: 'wrong_key',
        note: '',
      })
      .execute()
    const { statusCode, body } = await staff.page(`${urls.itemInsights('french', item.id)}?from=${today}`)
    expect(statusCode).toBe(200)
    expect(body).toContain(`Question ${item.id}, French, ${item.level}`)
    expect(body).toContain('wrong_key')
    expect(body).toContain('Answers: 1. Right: 0%. Reports: 1.')
    expect((await csv('items', { language: 'french', from: today })).find((row) => row.reports === '1')).toMatchObject({
      item_id: String(item.id),
    })
    expect((await staff.page(urls.itemInsights('french', 999_999))).statusCode).toBe(404)
  })
})
