import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { seededRandom } from '#harness/seeded-random.ts'
import { startTestAppOf, type TestApp } from '#harness/test-app.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { createApp } from '../app.ts'
import { readBanks } from '../banks/banks.ts'

const TESTS = 24
/** The day of the simulated tests. */
const YESTERDAY = new Date(Date.now() - 24 * 3600 * 1000).toISOString().slice(0, 10)

type Answer = { item: number; choice: string[]; isRight: boolean; seconds: number; theta: number }
type Row = Record<string, unknown>

let world: TestApp
/** Every answer of the finished tests, read from the rows. */
let answers: Answer[]
let flagged: number

/** Learners of different ability, with answers of different duration; another one leaves at the start. */
async function simulate(): Promise<void> {
  const random = seededRandom(5)
  for (let test = 0; test < TESTS; test++) {
    const ability = test / TESTS
    await new ApiClient(world.app).play('english', () => random() < ability)
  }
  const leaving = await new ApiClient(world.app).start('english')
  await sql`update assessments set elapsed_ms = (select array_agg(1000 * (1 + abs(hashtext(id::text || n)) % 60)) from generate_series(1, ${QUESTIONS}::integer) n),
    interface_language = case when id < (select id from assessments order by id offset 12 limit 1) then 'de' else 'en' end,
    created_at = ${YESTERDAY}::date + interval '12 hours', finished_at = ${YESTERDAY}::date + interval '12 hours 3 minutes'
    where id <> ${leaving.id}`.execute(world.db)
}

/** A learner's path from the landing page to a teacher, with one flagged question. */
async function walk(): Promise<void> {
  const { client } = await newAccount(world)
  const attempt = await client.play('korean', () => false)
  const occurred_at = new Date().toISOString()
  const common = { flow_id: '0-korean-1795259399587', language: 'korean' }
  const events = [
    { name: 'view_free_assessment_landing_page', properties: { flow_id: common.flow_id } },
    { name: 'select_language', properties: common },
    { name: 'select_language', properties: common },
    { name: 'view_question', properties: { ...common, assessment_id: attempt.id, position: 1, question_id: 1 } },
    { name: 'view_signup', properties: common },
    { name: 'view_report', properties: { ...common, level: 'A1' } },
    {
      name: 'recommend_teacher_click',
      properties: { ...common, teacher_id: 1, algo_detail: { recipe_name: '', campaign_name: '' } },
    },
  ]
  const sent = await client.send('POST', urls.events, { events: events.map((event) => ({ ...event, occurred_at })) })
  expect(sent.status).toBe(202)
  const flag = { reason: 'unclear', note: 'Which of them?' }
  expect((await client.send('POST', urls.flag(attempt.id, 1), flag)).status).toBe(201)
}

beforeAll(async () => {
  const random = seededRandom(3)
  world = await startTestAppOf({}, (dependencies) => createApp({ ...dependencies, sender: {}, random }))
  await simulate()
  await walk()
  const rows = await world.db.selectFrom('assessments').selectAll().where('language', '=', 'english').execute()
  answers = rows
    .filter(({ finished_at }) => finished_at)
    .flatMap(({ earlier, round, choices, is_correct, elapsed_ms, theta }) =>
      [...earlier, ...round].map(({ id }, index) => ({
        item: id,
        choice: choices[index] as string[],
        isRight: is_correct[index] as boolean,
        seconds: (elapsed_ms[index] as number) / 1000,
        theta: theta as number,
      })),
    )
  const flag = await world.db.selectFrom('item_flags').select('item_id').executeTakeFirstOrThrow()
  flagged = flag.item_id
})
afterAll(() => world.close())

const read = async (query: string) => (await sql.raw<Row>(query).execute(world.db)).rows

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return mean(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1))
}

/** Pearson's correlation; null if either varies only by rounding. */
function correlation(xs: readonly number[], ys: readonly number[]): number | null {
  const [x, y] = [mean(xs), mean(ys)]
  const product = xs.reduce((sum, value, at) => sum + (value - x) * ((ys[at] as number) - y), 0)
  const spread = (values: readonly number[], middle: number) =>
    values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  const divisor = Math.sqrt(spread(xs, x) * spread(ys, y))
  return divisor < 1e-6 ? null : product / divisor
}

describe('the figures', () => {
  it('count the tests started on a day, and how many were finished', async () => {
    const rows =
      await read(`select day::text, interface_language, started::integer, finished::integer from figures_tests
      where language = 'english' order by 1, 2`)
    expect(rows).toEqual([
      { day: YESTERDAY, interface_language: 'de', started: 12, finished: 12 },
      { day: YESTERDAY, interface_language: 'en', started: 12, finished: 12 },
      { day: expect.any(String), interface_language: 'en', started: 1, finished: 0 },
    ])
  })

  it('count results by level', async () => {
    const rows = await read(`select level, sum(tests)::integer as tests from figures_levels where language = 'english'
      group by 1 order by 1`)
    const stored = await read(`select level, count(*)::integer as tests from assessments
      where language = 'english' and level is not null group by 1 order by 1`)
    expect(rows).toEqual(stored)
    expect(rows.length).toBeGreaterThan(2)
  })

  it('count each visitor once at each step', async () => {
    const rows = await read('select step, visitors::integer from figures_funnel order by step')
    expect(Object.fromEntries(rows.map(({ step, visitors }) => [step, visitors]))).toEqual({
      '1 landing page': 1,
      '2 language chosen': 1,
      '3 first question': 1,
      '4 last answer': 1,
      '5 sign-up wall': 1,
      '6 result': 1,
      '7 teacher': 1,
    })
  })

  it('include each item’s difficulty, discrimination, and duration', async () => {
    const rows = await read("select * from figures_items where language = 'english' order by item_id")
    const bank = readBanks().english
    const byItem = Map.groupBy(answers, ({ item }) => item)
    expect(rows).toHaveLength(byItem.size)
    let varied = 0
    for (const row of rows) {
      const given = byItem.get(row.item_id as number) ?? []
      const right = given.map(({ isRight }) => Number(isRight))
      const thetas = given.map(({ theta }) => theta)
      const expected = correlation(right, thetas)
      const item = bank.find(({ id }) => id === row.item_id)
      expect(row).toMatchObject({
        level: item?.level,
        kind: item?.image ? 'picture' : 'sentence',
        question: item?.image || item?.question,
        facility: expect.closeTo(mean(right), 9),
        unknown: expect.closeTo(mean(given.map(({ choice }) => Number(choice.length === 0))), 9),
        median_seconds: expect.closeTo(median(given.map(({ seconds }) => seconds)), 9),
      })
      expect(Number(row.answers)).toBe(given.length)
      if (expected === null) continue
      expect(row.discrimination).toBeCloseTo(expected, 6)
      varied++
    }
    expect(varied).toBeGreaterThan(10)
  })

  it('count how often each option was picked', async () => {
    const rows = await read(`select item_id, option, is_key, picks::integer, share from figures_options
      where language = 'english' order by item_id, option`)
    const picks = answers.flatMap(({ item, choice }) =>
      (choice.length ? choice : ['']).map((option) => `${item} ${option}`),
    )
    const counts = Map.groupBy(picks, (pick) => pick)
    expect(rows).toHaveLength(counts.size)
    const totals = Map.groupBy(picks, (pick) => pick.split(' ')[0])
    const rightPicks = new Set(
      answers
        .filter(({ isRight }) => isRight)
        .flatMap(({ item, choice }) => choice.map((option) => `${item} ${option}`)),
    )
    for (const { item_id, option, is_key, picks: number, share } of rows) {
      const pick = `${item_id} ${option}`
      expect([pick, number, is_key]).toEqual([pick, counts.get(pick)?.length, rightPicks.has(pick)])
      expect(share).toBeCloseTo((number as number) / (totals.get(String(item_id))?.length ?? 0), 9)
    }
  })

  it('list flags on questions without naming people', async () => {
    expect(await read('select language, item_id, reason, note from figures_flags')).toEqual([
      { language: 'korean', item_id: flagged, reason: 'unclear', note: 'Which of them?' },
    ])
  })

  it('don’t identify anyone', async () => {
    const columns = await read(`select distinct column_name as name from information_schema.columns
      where table_name like 'figures\\_%'`)
    const personal = ['user_id', 'visitor', 'nickname', 'flow_id', 'assessment_id', 'properties']
    expect(columns.filter(({ name }) => personal.includes(name as string))).toEqual([])
  })
})

/** Fills in Grafana's variables and macros. */
const filledIn = (query: string) =>
  query
    .replaceAll(/\$__timeFilter\((\w+)\)/g, `$1 between '${YESTERDAY}' and '9999-01-01'`)
    .replaceAll('$language', "'english','korean'")

type Board = {
  templating: { list: { name: string; type: string; query: string }[] }
  panels: { title: string; targets: { rawSql: string }[] }[]
}

it('runs every query on the dashboard as a role that can read only figures, and finds rows', async () => {
  const { templating, panels } = JSON.parse(readFileSync('deploy/grafana/figures.json', 'utf8')) as Board
  const queries = [
    ...templating.list.filter(({ type }) => type === 'query').map(({ query }) => query),
    ...panels.flatMap(({ targets }) => targets.map(({ rawSql }) => rawSql)),
  ]
  expect(queries.length).toBeGreaterThan(6)
  const role = readFileSync('deploy/grafana/role.sql', 'utf8')
  await world.db.connection().execute(async (connection) => {
    const run = (query: string) => sql.raw<Row>(query).execute(connection)
    // Roles are global to the server, which other tests also use.
    await run('begin')
    for (const statement of role.split(/;\n(?=alter )/)) await run(statement)
    await run('set local role grafana')
    for (const query of queries) expect((await run(filledIn(query))).rows.length, query).toBeGreaterThan(0)
    await expect(run('select * from users')).rejects.toThrow('permission denied')
    await run('rollback')
  })
})
