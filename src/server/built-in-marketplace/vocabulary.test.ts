import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CardSet, UserMini } from '#contract/recommendations.ts'
import { urls } from '#contract/urls.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { insertUser } from '../db/tables/users.ts'
import { importCardSets } from '../db/tables/vocabulary.ts'

let world: TestApp
let client: ApiClient
beforeAll(async () => {
  world = await startTestApp()
  client = new ApiClient(world.app)
  const set = {
    front_language: 'french',
    back_language: 'english',
    language_level: 'A1',
    text_code: ['food'],
    cards: [['le pain', 'bread'] as [string, string]],
  } as const
  const sets = [
    { ...set, title: 'rare', copied_count: 1 },
    { ...set, title: 'popular', copied_count: 9 },
    { ...set, title: 'middling', copied_count: 5 },
    { ...set, title: 'other pair', back_language: 'spanish' as const, copied_count: 50 },
    { ...set, title: 'other level', language_level: 'C2' as const, copied_count: 50 },
  ]
  await importCardSets(
    world.db,
    sets.map((one) => ({ ...one, key: one.title.replace(' ', '-'), text_code: ['food'], cards: [...one.cards] })),
  )
})
afterAll(() => world.close())

const explore = (query: Record<string, string>) =>
  client.send<CardSet[]>('GET', `${urls.cardSetsExplore}?${new URLSearchParams(query)}`)
const question = { front_language: 'french', back_language: 'english', language_level: 'A1', length: '2' }

describe('vocabulary sets', () => {
  it('for a pair and a level are sorted by how often they were copied, and have all fields', async () => {
    const { status, body } = await explore(question)
    expect(status).toBe(200)
    expect(body.data.map(({ title }) => title)).toEqual(['popular', 'middling'])
    expect(body.data[0]).toEqual({
      card_set_id: 'popular',
      title: 'popular',
      front_language: 'french',
      back_language: 'english',
      language_level: 'A1',
      text_code: ['food'],
      card_count: 1,
      creator_id: 9999,
      user_id: 9999,
      nickname: 'Language Assessment',
      avatar_file_name: 'language-assessment',
      copied_count: 9,
    })
  })

  it('may be empty', async () => {
    expect((await explore({ ...question, front_language: 'korean' })).body.data).toEqual([])
  })

  it.each<[string, Record<string, string>]>([
    ['an unknown language', { ...question, front_language: 'latin' }],
    ['an unknown level', { ...question, language_level: 'D1' }],
    ['no length', { front_language: 'french', back_language: 'english', language_level: 'A1' }],
    ['a length of 0', { ...question, length: '0' }],
    ['an excessive length', { ...question, length: '9999' }],
  ])('%s is refused', async (_name, query) => {
    expect((await explore(query)).status).toBe(400)
  })
})

describe('the creator of a set', () => {
  it('9999 is the product itself', async () => {
    const { body } = await client.send<UserMini>('GET', urls.userMini(9999))
    expect(body.data).toEqual({
      user_id: 9999,
      nickname: 'Language Assessment',
      avatar_file_name: 'language-assessment',
    })
  })

  it('is shown only by nickname and picture, and other users not at all', async () => {
    const profile = { nickname: 'Noor', avatar_file_name: 'noor', country_id: 'NL', learning_language: null }
    const { id } = await insertUser(world.db, profile)
    const before = await client.send('GET', urls.userMini(id))
    expect([before.status, JSON.stringify(before.body)]).toEqual([404, expect.not.stringContaining('Noor')])
    await world.db.updateTable('vocabulary_sets').set({ creator_id: id }).where('title', '=', 'popular').execute()
    const { body } = await client.send<UserMini>('GET', urls.userMini(id))
    expect(body.data).toEqual({ user_id: id, nickname: 'Noor', avatar_file_name: 'noor' })
    expect((await explore(question)).body.data[0]).toMatchObject({
      creator_id: id,
      user_id: id,
      nickname: 'Noor',
      avatar_file_name: 'noor',
    })
  })

  it.each(['777777777', '0', '-1', 'me', '99999999999999'])("%s isn't a creator", async (id) => {
    const { status } = await client.send('GET', urls.userMini(id))
    expect([400, 404]).toContain(status)
  })
})
