import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PurposeOptions } from '#contract/profile.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startLimitedApp, startTestApp, type TestApp } from '#harness/test-app.ts'
import { PURPOSES } from '#quiz/profile.ts'
import texts from '../../../data/texts/account/en.json' with { type: 'json' }

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world.close())

const DETAILS = '?has_detail=1&has_language=1'
const withProfile = async () => {
  const account = await newAccount(world, { nickname: 'Paula', is_pro: true, country_id: 'ES' })
  const purpose_list = [{ language: 'french', role: 'adult', purpose: 'work', sub_purpose: '' }]
  await account.client.send('POST', urls.profile, { purpose_list })
  const language = { language_s: ['french'], level_s: [3], is_learning_s: [true] }
  await account.client.send('POST', urls.profile, { language })
  return account
}

describe('GET /v2/user/{id}', () => {
  it('returns the caller’s own purposes and languages, each on request', async () => {
    const { client, user } = await withProfile()
    const keys = async (query: string) =>
      Object.keys((await client.send<object>('GET', urls.user(user.id) + query)).body.data)
    expect(await keys(DETAILS)).toEqual([
      'user_id',
      'nickname',
      'avatar_file_name',
      'is_pro',
      'language_list',
      'purpose_list',
    ])
    expect(await keys('?has_detail=1')).toContain('purpose_list')
    expect(await keys('?has_detail=1')).not.toContain('language_list')
    expect(await keys('')).toEqual(['user_id', 'nickname', 'avatar_file_name', 'is_pro'])
  })

  it.each([{}, { is_pro: true }, { is_tutor: true }])(
    'finds only others whose ids appear on pages, and returns their public fields: %o',
    async (role) => {
      const { client } = await newAccount(world, role)
      const set = { title: 't', front_language: 'french', back_language: 'english', language_level: 'A1' } as const
      const shown = {
        teacher: (user_id: number) => world.db.insertInto('teachers').values({ user_id, card: '{}' }).execute(),
        creator: (creator_id: number) =>
          world.db
            .insertInto('vocabulary_sets')
            .values({ ...set, text_code: '[]', creator_id })
            .execute(),
      }
      for (const show of Object.values(shown)) {
        const { user } = await withProfile()
        expect((await client.send('GET', urls.user(user.id) + DETAILS)).status).toBe(404)
        await show(user.id)
        const { body } = await client.send('GET', urls.user(user.id) + DETAILS)
        expect(body.data).toEqual({ user_id: user.id, nickname: 'Paula', avatar_file_name: 'seed-1', is_pro: true })
      }
    },
  )

  it('finds no users by enumerating ids, and refuses lookups past the hourly limit', async () => {
    const limited = await startLimitedApp({ userLookups: 5 })
    const { client, user } = await newAccount(limited)
    for (const _ of Array(6)) await newAccount(limited)
    const status = async (id: number, by = client) => (await by.send('GET', urls.user(id))).status
    const ids = [1, 2, 3, 4, 5, 6, 7].map((step) => user.id + step)
    const statuses: number[] = []
    for (const id of [user.id, ...ids]) statuses.push(await status(id))
    expect(statuses).toEqual([200, 404, 404, 404, 404, 429, 429, 429])
    const other = await newAccount(limited)
    expect(await status(other.user.id, other.client)).toBe(200)
    await limited.close()
  })

  it('is refused to visitors, whether or not the user exists', async () => {
    const { user } = await withProfile()
    for (const id of [user.id, 999_999]) {
      const { status, body } = await new ApiClient(world.app).send('GET', urls.user(id) + DETAILS)
      expect([status, body.error.code]).toEqual([401, 'signed_out'])
    }
  })

  it('finds no user for an unknown or invalid id', async () => {
    const { client } = await newAccount(world)
    const none = await client.send('GET', urls.user(999_999))
    expect([none.status, none.body.error.code]).toEqual([404, 'not_found'])
    for (const id of ['0', '-1', '1.5', 'x', '99999999999', '__proto__'])
      expect((await client.send('GET', urls.user(id))).status).toBe(400)
  })
})

describe('GET onboardinginfo_v2', () => {
  const url = `${urls.purposes}?language=french`
  const options = async (client: ApiClient) => (await client.send<PurposeOptions>('GET', url)).body.data

  it('offers every purpose of the specification to everyone, with a text for each code', async () => {
    const { adult_purpose, kids_purpose } = await options(new ApiClient(world.app))
    expect(await options((await newAccount(world)).client)).toEqual({ adult_purpose, kids_purpose })
    const all = [...adult_purpose, ...kids_purpose]
    expect(new Set(all.map(({ name }) => name))).toEqual(new Set(PURPOSES))
    const named = all.flatMap((option) => [option, ...(option.tags ?? [])])
    for (const { name } of named) expect(name).toMatch(/^[a-z_]+$/)
    expect(named.map(({ text_code }) => text_code).filter((code) => !(code in texts))).toEqual([])
  })

  it('offers no child purposes in China, by profile or cookie', async () => {
    const { client } = await newAccount(world, { country_id: 'CN' })
    const visitor = new ApiClient(world.app)
    visitor.setCookie('country_id', 'CN')
    for (const asking of [client, visitor]) {
      const { adult_purpose, kids_purpose } = await options(asking)
      expect([adult_purpose.length, kids_purpose]).toEqual([8, []])
    }
  })

  it('refuses an unknown language', async () => {
    for (const query of ['', '?language=latin'])
      expect((await new ApiClient(world.app).send('GET', urls.purposes + query)).status).toBe(400)
  })
})
