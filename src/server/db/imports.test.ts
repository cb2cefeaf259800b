import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TeacherItem } from '#contract/recommendations.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { importExamples } from '#harness/import-examples.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import type { ImportedCardSet } from './import-files.ts'
import { importCardSets, importTeachers } from './imports.ts'

const { teacher, set } = importExamples()

describe('importing', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await startTestApp()
  })
  afterAll(() => world.close())

  const tomorrow = (hour: number) => new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + hour * 3600_000)
  const slot = (hour: number) => ({
    start_time: tomorrow(hour).toISOString().replace('.000', ''),
    end_time: tomorrow(hour + 1)
      .toISOString()
      .replace('.000', ''),
  })
  const recommended = async () => {
    const { client } = await newAccount(world)
    const search = {
      page_size: 20,
      user_timezone: 'UTC',
      teach_language: { language: 'french' },
      specify_time: [{ start_time: tomorrow(0).toISOString(), end_time: tomorrow(24).toISOString() }],
    }
    return (await client.send<TeacherItem[]>('POST', urls.teacherSearch, search)).body.data
  }
  const snapshot = async () => {
    const tables = ['users', 'teachers', 'teacher_languages', 'teacher_slots', 'vocabulary_sets', 'vocabulary_cards']
    const rows = await Promise.all(
      tables.map((table) =>
        world.db
          .selectFrom(table as 'users')
          .selectAll()
          .execute(),
      ),
    )
    return rows.map((table) => table.map((row) => JSON.stringify(row)).sort())
  }

  it('teachers are recommended; reimporting changes nothing, and a changed file only what it lists', async () => {
    const entries = [{ ...teacher, free: [slot(8), slot(9)] }]
    expect(await importTeachers(world.db, entries)).toEqual({ added: 1, changed: 0 })
    const [found] = await recommended()
    expect([found?.user_info.nickname, found?.teacher_info.levels]).toEqual(['Amélie Laurent', ['B1', 'B2']])
    await world.db.updateTable('teacher_slots').set({ booked: true }).where('start_time', '=', tomorrow(8)).execute()
    const before = await snapshot()
    expect(await importTeachers(world.db, entries)).toEqual({ added: 0, changed: 1 })
    expect(await snapshot()).toEqual(before)
    await importTeachers(world.db, [{ ...teacher, nickname: 'Amélie', languages: ['french'], free: [] }])
    expect(await recommended()).toEqual([])
    const { body } = await world.app.inject(urls.teachers('french'))
    expect(body).toContain('Amélie')
    expect((await world.app.inject(urls.teachers('english'))).body).not.toContain('Amélie')
    const slots = await world.db.selectFrom('teacher_slots').selectAll().execute()
    expect(slots).toMatchObject([{ booked: true, start_time: tomorrow(8) }])
  })

  it('sets keep their ids and get the cards of the newest file', async () => {
    const explore = async () => {
      const query = 'front_language=french&back_language=english&language_level=B1&length=2'
      const reply = await new ApiClient(world.app).send<object[]>('GET', `${urls.cardSetsExplore}?${query}`)
      return reply.body.data as { card_set_id: number; title: string; card_count: number; creator_id: number }[]
    }
    expect(await importCardSets(world.db, [set])).toEqual({ added: 1, changed: 0 })
    const [first] = await explore()
    expect(first).toMatchObject({ title: 'Dans la cuisine', card_count: 2, creator_id: 9999 })
    const before = await snapshot()
    expect(await importCardSets(world.db, [set])).toEqual({ added: 0, changed: 1 })
    expect(await snapshot()).toEqual(before)
    await importCardSets(world.db, [{ ...set, title: 'La cuisine', cards: [['cuire', 'to cook']] }])
    expect(await explore()).toEqual([{ ...first, title: 'La cuisine', card_count: 1 }])
  })

  it('is all or nothing', async () => {
    const before = await snapshot()
    const broken = { ...set, key: 'broken', cards: [['x', null]] } as unknown as ImportedCardSet
    await expect(importCardSets(world.db, [{ ...set, key: 'fine' }, broken])).rejects.toThrow()
    expect(await snapshot()).toEqual(before)
  })
})
