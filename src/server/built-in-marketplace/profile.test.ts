import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Foundation } from '#contract/profile.ts'
import { urls } from '#contract/urls.ts'
import { newAccount, storedAccounts } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world.close())

const foundation = async (client: ApiClient) => (await client.send<Foundation>('GET', urls.foundation)).body.data
const arrays = (...entries: [string, number, boolean][]) => ({
  language: {
    language_s: entries.map(([language]) => language),
    level_s: entries.map(([, level]) => level),
    is_learning_s: entries.map(([, , is_learning]) => is_learning),
  },
})
const purpose = (change = {}) => ({ language: 'french', role: 'adult', purpose: 'work', sub_purpose: '', ...change })
const ROLES = [{}, { is_pro: true }, { is_tutor: true }]

describe('GET /v2/me/foundation', () => {
  it.each(ROLES)('is empty for a new account: %o', async (role) => {
    const { client } = await newAccount(world, role)
    expect(await foundation(client)).toEqual({
      user: { is_pro: false, is_tutor: false, register_status: 1, learning_language: null, ...role },
      language_list: [],
      purpose_list: [],
    })
  })
})

describe('POST /v2/me/profile', () => {
  it.each(ROLES)('replaces the whole language list, for this user only: %o', async (role) => {
    const { client } = await newAccount(world, role)
    const other = await newAccount(world)
    await other.client.send('POST', urls.profile, arrays(['korean', 2, true]))
    await client.send('POST', urls.profile, arrays(['english', 7, false], ['french', 3, true]))
    const { body } = await client.send<Foundation>(
      'POST',
      urls.profile,
      arrays(['french', 4, true], ['dutch', 7, false]),
    )
    expect(body.data.language_list).toEqual([
      { language: 'dutch', level: 7, is_learning: false },
      { language: 'french', level: 4, is_learning: true },
    ])
    expect(await foundation(client)).toEqual(body.data)
    expect((await foundation(other.client)).language_list).toEqual([
      { language: 'korean', level: 2, is_learning: true },
    ])
  })

  it('stores one purpose per language and replaces it', async () => {
    const { client } = await newAccount(world)
    const send = async (...purpose_list: object[]) =>
      (await client.send<Foundation>('POST', urls.profile, { purpose_list })).body.data.purpose_list
    expect(await send(purpose({ sub_purpose: 'job_interview' }), purpose({ language: 'german' }))).toHaveLength(2)
    const kids = purpose({ role: 'kids', purpose: 'other_purpose', sub_purpose: 'The school play 🎭' })
    expect(await send(kids)).toEqual([kids, purpose({ language: 'german' })])
  })

  it('stores one of two simultaneous lists in full', async () => {
    const { client } = await newAccount(world)
    const lists = [
      arrays(['english', 1, true], ['german', 1, true]),
      arrays(['english', 2, true], ['italian', 2, true]),
    ]
    await Promise.all([...lists, ...lists].map((list) => client.send('POST', urls.profile, list)))
    const levels = (await foundation(client)).language_list.map(({ level }) => level)
    expect([
      [1, 1],
      [2, 2],
    ]).toContainEqual(levels)
  })

  it.each([
    ['neither', {}],
    ['both', { ...arrays(['french', 3, true]), purpose_list: [purpose()] }],
    ['an unknown field', { ...arrays(['french', 3, true]), is_pro: true }],
    ['an unknown nested field', { language: { ...arrays(['french', 3, true]).language, user_id: 1 } }],
    ['too few levels', { language: { language_s: ['french', 'german'], level_s: [1], is_learning_s: [true, true] } }],
    ['too many marks', { language: { language_s: ['french'], level_s: [1], is_learning_s: [true, true] } }],
    ['a language twice', arrays(['french', 3, true], ['french', 4, true])],
    ['an empty list', arrays()],
    ['level 0', arrays(['french', 0, true])],
    ['level 8', arrays(['french', 8, true])],
    ['level 2.5', arrays(['french', 2.5, true])],
    ['a level as a string', { language: { language_s: ['french'], level_s: ['3'], is_learning_s: [true] } }],
    ['a mark as a number', { language: { language_s: ['french'], level_s: [3], is_learning_s: [1] } }],
    ['a language with odd characters', arrays(['<script>', 3, true])],
    [
      'forty-one languages',
      arrays(
        ...Array.from({ length: 41 }, (_, i): [string, number, boolean] => [
          `language_${String.fromCharCode(97 + (i % 26))}${'z'.repeat(i)}`.slice(0, 12 + Math.floor(i / 26)),
          3,
          true,
        ]),
      ),
    ],
    ['no purpose', { purpose_list: [] }],
    ['an unknown purpose', { purpose_list: [purpose({ purpose: 'fun' })] }],
    ['an unknown role', { purpose_list: [purpose({ role: 'pet' })] }],
    ['an unknown language in a purpose', { purpose_list: [purpose({ language: 'latin' })] }],
    ['a purpose from the other section', { purpose_list: [purpose({ role: 'kids' })] }],
    ['a child’s purpose as an adult’s', { purpose_list: [purpose({ purpose: 'prepare_for_school_exams' })] }],
    ['a tag from another purpose', { purpose_list: [purpose({ sub_purpose: 'holiday' })] }],
    ['free text without other_purpose', { purpose_list: [purpose({ sub_purpose: 'My own words' })] }],
    ['a blank other purpose', { purpose_list: [purpose({ purpose: 'other_purpose', sub_purpose: ' \u00a0\u200b' })] }],
    ['201 characters', { purpose_list: [purpose({ purpose: 'other_purpose', sub_purpose: 'ä'.repeat(201) })] }],
    ['one language twice', { purpose_list: [purpose(), purpose({ purpose: 'brain_training' })] }],
    [
      'one wrong purpose among right ones',
      { purpose_list: [purpose(), purpose({ language: 'german', sub_purpose: 'x' })] },
    ],
    ['null', 'null'],
    ['__proto__', '{"purpose_list":[],"__proto__":{}}'],
  ])('refuses %s and changes nothing', async (_name, body) => {
    const { client } = await newAccount(world)
    const before = await storedAccounts(world)
    const reply = await client.send('POST', urls.profile, body)
    expect(reply.body.error.message).toMatch(/^.{5,300}$/)
    expect(reply.status).toBe(400)
    expect(['invalid_request', 'unknown_language']).toContain(reply.body.error.code)
    expect(await storedAccounts(world)).toEqual(before)
  })

  it('accepts exactly 200 characters of other purpose, counted as code points', async () => {
    const { client } = await newAccount(world)
    const chosen = purpose({ purpose: 'other_purpose', sub_purpose: '🎭'.repeat(200) })
    expect((await client.send('POST', urls.profile, { purpose_list: [chosen] })).status).toBe(200)
  })

  it('refuses child purposes in China, by profile or cookie, and accepts adult ones there', async () => {
    const kids = { purpose_list: [purpose({ role: 'kids', purpose: 'prepare_for_a_trip' })] }
    const chinese = await newAccount(world, { country_id: 'CN' })
    const abroad = await newAccount(world, { country_id: 'DE' })
    abroad.client.setCookie('country_id', 'CN')
    const before = await storedAccounts(world)
    for (const { client } of [chinese, abroad]) {
      const { status, body } = await client.send('POST', urls.profile, kids)
      expect([status, body.error.code]).toEqual([403, 'forbidden'])
    }
    expect(await storedAccounts(world)).toEqual(before)
    expect((await chinese.client.send('POST', urls.profile, { purpose_list: [purpose()] })).status).toBe(200)
  })
})

describe('POST /v2/me/onboarding', () => {
  const wish = { primary_learning_language: 'german', primary_learning_level: 2 }

  it.each([
    [1, 5],
    [3, 5],
    [4, 4],
    [5, 5],
    [6, 6],
  ])('moves register status %i to %i, sets the learning language and its level', async (register_status, after) => {
    const { client } = await newAccount(world, { register_status })
    await client.send('POST', urls.profile, arrays(['english', 7, false], ['german', 1, false]))
    const { body } = await client.send<Foundation>('POST', urls.onboarding, wish)
    expect(body.data.user).toMatchObject({ register_status: after, learning_language: 'german' })
    expect(body.data.language_list).toEqual([
      { language: 'english', level: 7, is_learning: false },
      { language: 'german', level: 2, is_learning: true },
    ])
  })

  it.each([
    {},
    { primary_learning_language: 'german' },
    { ...wish, primary_learning_language: 'latin' },
    { ...wish, primary_learning_level: 0 },
    { ...wish, primary_learning_level: 8 },
    { ...wish, primary_learning_level: '2' },
    { ...wish, register_status: 5 },
  ])('refuses %o', async (body) => {
    const { client } = await newAccount(world)
    const before = await storedAccounts(world)
    expect((await client.send('POST', urls.onboarding, body)).status).toBe(400)
    expect(await storedAccounts(world)).toEqual(before)
  })
})

it('every call is refused to visitors and, if it writes, to other sites', async () => {
  const { client } = await newAccount(world)
  const visitor = new ApiClient(world.app)
  await visitor.start('english')
  const before = await storedAccounts(world)
  const onboarding = { primary_learning_language: 'german', primary_learning_level: 2 }
  const calls = [
    ['GET', urls.foundation, undefined],
    ['POST', urls.profile, arrays(['french', 3, true])],
    ['POST', urls.onboarding, onboarding],
  ] as const
  for (const [method, url, body] of calls) {
    for (const stranger of [visitor, new ApiClient(world.app)]) {
      const reply = await stranger.send(method, url, body)
      expect([url, reply.status, reply.body.error.code]).toEqual([url, 401, 'signed_out'])
    }
    if (method === 'GET') continue
    const reply = await client.send(method, url, body, { origin: 'https://evil.example' })
    expect([url, reply.status]).toEqual([url, 403])
  }
  expect(await storedAccounts(world)).toEqual(before)
})
