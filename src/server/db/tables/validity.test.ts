import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#harness/test-database.ts'
import type { OpenDatabase } from '../schema.ts'
import { findClaims, findCompletion, findRetests, findVerdictRows } from './validity.ts'

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
  await sql`insert into users (nickname, avatar_file_name) select 'n' || n, 'a' from generate_series(1, 3) as n`.execute(
    opened.db,
  )
})
afterAll(() => opened.close())

type Attempt = {
  user: number | null
  day: number
  language?: string
  theta?: number | null
  ms?: (number | null)[]
  choices?: string[][]
}

const STAIRCASE = { rule: 'staircase', isRuleDrawn: false }

let stored = 0
async function store({
  user,
  day,
  language = 'german',
  theta = 0.1,
  ms = [4000],
  choices = [],
}: Attempt): Promise<string> {
  const id = `018f0000-0000-7000-8000-${String(++stored).padStart(12, '0')}`
  await sql`insert into assessments (id, visitor, user_id, flow_id, language, interface_language, created_at, finished_at,
      level, than, theta, standard_error, elapsed_ms, choices)
    values (${id}, 'v', ${user}, 'f', ${language}, 'en', '2026-10-01', '2026-10-01'::timestamptz + make_interval(days => ${day}),
      'B2', 50, ${theta}, 0.5, ${ms}, ${JSON.stringify(choices)})`.execute(opened.db)
  return id
}

describe('second tests', () => {
  it('are those of an account in the same language within so many days', async () => {
    await store({ user: 1, day: 0, theta: -0.3, ms: [1000, 9000, 3000] })
    await store({ user: 1, day: 2, language: 'french' })
    await store({ user: 1, day: 14, theta: 0.7, ms: [null, null] })
    await store({ user: 1, day: 29 })
    await store({ user: 2, day: 14 })
    await store({ user: 3, day: 0, theta: null })
    await store({ user: 3, day: 1 })
    await store({ user: null, day: 0 })
    await store({ user: null, day: 1 })
    expect(await findRetests(opened.db)).toEqual([
      {
        ...{ person: 1, language: 'german' },
        first: {
          ...STAIRCASE,
          level: 'B2',
          estimate: { level: 'B1', theta: -0.3, standardError: 0.5 },
          medianMs: 3000,
        },
        second: {
          ...STAIRCASE,
          level: 'B2',
          estimate: { level: 'B2', theta: 0.7, standardError: 0.5 },
          medianMs: null,
        },
      },
    ])
  })

  it('come in the order of time', async () => {
    await store({ user: 2, day: 16, theta: 1 })
    await store({ user: 2, day: 15, theta: 2 })
    const pairs = (await findRetests(opened.db)).filter(({ person }) => person === 2)
    expect(pairs.map(({ first, second }) => [first.estimate.theta, second.estimate.theta])).toEqual([
      [0.1, 2],
      [2, 1],
    ])
  })
})

describe('claims', () => {
  const claim = async (id: string, known: { source: string; level: string; year?: number } | null) => {
    const { source, level, year } = { source: null, level: null, ...known }
    const certificate = source === 'certificate' ? ['goethe', 'B1', year] : [null, null, null]
    await sql`insert into level_claims (assessment_id, fit, source, level, certificate, grade, year)
      values (${id}, 'too_high', ${source}, ${level}, ${certificate[0]}, ${certificate[1]}, ${certificate[2]})`.execute(
      opened.db,
    )
  }

  it('are read with their results, in the order of their attempts', async () => {
    const unsure = await store({ user: 1, day: 1, theta: 1.9, ms: [2000, 4000], choices: [['a'], [], ['b']] })
    const sure = await store({ user: 2, day: 1, language: 'french', choices: [['a'], ['b']] })
    await claim(sure, null)
    await claim(unsure, { source: 'certificate', level: 'C1', year: 2024 })
    await claim(await store({ user: 3, day: 1, theta: null }), { source: 'own', level: 'B1' })
    const finishedAt = new Date('2026-10-02')
    expect(await findClaims(opened.db)).toEqual([
      {
        ...{ person: 1, language: 'german', ...STAIRCASE, interfaceLanguage: 'en', finishedAt, fit: 'too_high' },
        ...{
          level: 'B2',
          estimate: { level: 'C1', theta: 1.9, standardError: 0.5 },
          medianMs: 3000,
          usedUnknown: true,
        },
        known: { source: 'certificate', level: 'C1', certificate: 'goethe', grade: 'B1', year: 2024 },
      },
      {
        ...{ person: 2, language: 'french', ...STAIRCASE, interfaceLanguage: 'en', finishedAt, fit: 'too_high' },
        ...{
          level: 'B2',
          estimate: { level: 'B2', theta: 0.1, standardError: 0.5 },
          medianMs: 4000,
          usedUnknown: false,
        },
        known: null,
      },
    ])
  })
})

describe("teachers' verdicts", () => {
  const verdict = (user: number, language: string, day: string) =>
    sql`insert into level_verdicts (user_id, language, level, given_on) values (${user}, ${language}, 'C1', ${day})`.execute(
      opened.db,
    )

  it('are read with the test that is nearest to their day, if one is within ninety days', async () => {
    await store({ user: 3, day: 1, language: 'korean', theta: -1 })
    await store({ user: 3, day: 40, language: 'korean', theta: 1 })
    await store({ user: 3, day: 20, language: 'korean', theta: null })
    await verdict(3, 'korean', '2026-10-26')
    await store({ user: 1, day: 91, language: 'chinese' })
    await verdict(1, 'chinese', '2026-10-01')
    await store({ user: 2, day: 90, language: 'chinese' })
    await verdict(2, 'chinese', '2026-10-01')
    await verdict(2, 'italian', '2026-10-01')
    const rows = await findVerdictRows(opened.db)
    expect(
      rows.map(({ person, language, estimate, fit, known }) => [person, language, estimate.theta, fit, known]),
    ).toEqual([
      [2, 'chinese', 0.1, null, { source: 'verdict', level: 'C1', certificate: null, grade: null, year: null }],
      [3, 'korean', 1, null, { source: 'verdict', level: 'C1', certificate: null, grade: null, year: null }],
    ])
  })
})

it('completion is that of the first attempts whose rule was drawn, once they are a day old', async () => {
  const begun = (visitor: string, rule: string, options: { drawn: boolean; finished?: boolean; hoursAgo?: number }) =>
    sql`insert into assessments (id, visitor, flow_id, language, interface_language, level_rule, rule_drawn, created_at, finished_at, level, than)
      values (${`018f0000-0000-7000-9000-${String(++stored).padStart(12, '0')}`}, ${visitor}, 'f', 'german', 'en', ${rule},
        ${options.drawn}, now() - make_interval(hours => ${options.hoursAgo ?? 30}::integer),
        ${options.finished ? new Date() : null}, ${options.finished ? 'B1' : null}, ${options.finished ? 66 : null})`.execute(
      opened.db,
    )
  await begun('a', 'staircase', { drawn: true, finished: true })
  await begun('a', 'staircase', { drawn: true })
  await begun('b', 'staircase', { drawn: true })
  await begun('c', 'estimate', { drawn: true, finished: true })
  await begun('d', 'estimate', { drawn: true, hoursAgo: 23 })
  await begun('e', 'estimate', { drawn: false, finished: true })
  expect(await findCompletion(opened.db)).toEqual([
    { rule: 'estimate', begun: 1, finished: 1 },
    { rule: 'staircase', begun: 2, finished: 1 },
  ])
})
