import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportedCardSet, ImportedTeacher } from '#contract/import-files.ts'
import type { TeacherItem } from '#contract/recommendations.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { importExample } from '#harness/import-example.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { inImport } from './imports.ts'
import { importTeachers } from './teacher-imports.ts'
import { importCardSets } from './vocabulary.ts'

const { teacher, set } = importExample()

describe('importing', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await startTestApp()
  })
  afterAll(() => world.close())

  const putTeachers = (entries: ImportedTeacher[]) => inImport(world.db, (db) => importTeachers(db, entries))
  const putSets = (entries: ImportedCardSet[]) => inImport(world.db, (db) => importCardSets(db, entries))
  const tomorrow = (hour: number) => new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + hour * 3600_000)
  const instant = (hour: number) => tomorrow(hour).toISOString().replace(':00.000', '')
  const slot = (hour: number) => ({ start_time: instant(hour), end_time: instant(hour + 1) })
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

  it('teachers are recommended; reimporting changes nothing', async () => {
    const entries = [{ ...teacher, free: [slot(8), slot(9)] }]
    expect(await putTeachers(entries)).toEqual({ added: 1, changed: 0, removed: 0 })
    const [found] = await recommended()
    const { user_info, teacher_info } = found as TeacherItem
    expect([user_info.user_id, user_info.nickname, teacher_info.levels]).toEqual([
      teacher.key,
      'Amélie Laurent',
      ['B1', 'B2'],
    ])
    const before = await snapshot()
    expect(await putTeachers(entries)).toEqual({ added: 0, changed: 1, removed: 0 })
    expect(await snapshot()).toEqual(before)
    await putTeachers([{ ...teacher, nickname: 'Amélie', languages: ['french'], free: [] }])
    expect(await recommended()).toEqual([])
    const { body } = await world.app.inject(urls.teachers('french'))
    expect(body).toContain('Amélie')
    expect((await world.app.inject(urls.teachers('english'))).body).not.toContain('Amélie')
  })

  it('sets keep their ids and get the cards from the newest file', async () => {
    const explore = async () => {
      const query = 'front_language=french&back_language=english&language_level=B1&length=2'
      const reply = await new ApiClient(world.app).send<object[]>('GET', `${urls.cardSetsExplore}?${query}`)
      return reply.body.data as { card_set_id: string; title: string; card_count: number; creator_id: number }[]
    }
    expect(await putSets([set])).toEqual({ added: 1, changed: 0, removed: 0 })
    const [first] = await explore()
    expect(first).toMatchObject({ card_set_id: set.key, title: 'Dans la cuisine', card_count: 2, creator_id: 9999 })
    const before = await snapshot()
    expect(await putSets([set])).toEqual({ added: 0, changed: 1, removed: 0 })
    expect(await snapshot()).toEqual(before)
    await putSets([{ ...set, title: 'La cuisine', cards: [['cuire', 'to cook']] }])
    expect(await explore()).toEqual([{ ...first, title: 'La cuisine', card_count: 1 }])
  })

  it('uses their own key in links, which also open by number, and shows a booking link as a button', async () => {
    await putTeachers([{ ...teacher, key: 'own:7', nickname: 'Noor' }])
    const list = (await world.app.inject(urls.teachers('french'))).body
    expect(list).toContain(`href="${urls.teacher('own:7', 'french')}"`)
    const page = async (id: number | string) => (await world.app.inject(urls.teacher(id, 'french'))).body
    expect(await page('own:7')).toContain(`href="${teacher.booking_url}"`)
    const { user_id } = await world.db
      .selectFrom('identities')
      .select('user_id')
      .where('subject', '=', 'own:7')
      .executeTakeFirstOrThrow()
    expect(await page(user_id)).toMatch(/<h1[^>]*>Noor/)
    // A key that equals another teacher's number is still its own teacher's key.
    await putTeachers([
      { ...teacher, key: 'own:7', nickname: 'Noor' },
      { ...teacher, key: `${user_id}`, nickname: 'Ana' },
    ])
    expect(await page(user_id)).toMatch(/<h1[^>]*>Ana/)
    expect((await world.app.inject(urls.vocabularySet(set.key))).body).toContain('La cuisine')
  })

  it('removes only entries missing from the file', async () => {
    const { id: userId } = (await newAccount(world)).user
    await putTeachers([teacher, { ...teacher, key: 'gone', nickname: 'Noor' }])
    expect(await putTeachers([teacher])).toEqual({ added: 0, changed: 1, removed: 1 })
    expect(await world.db.selectFrom('teachers').select('user_id').execute()).toHaveLength(1)
    expect(await world.db.selectFrom('users').select('id').where('nickname', '=', 'Noor').execute()).toEqual([])
    expect(await world.db.selectFrom('users').select('id').where('id', '=', userId).execute()).toHaveLength(1)
    await putSets([set, { ...set, key: 'gone' }])
    expect(await putSets([set])).toEqual({ added: 0, changed: 1, removed: 1 })
  })

  it('writes more rows than fit in one statement', async () => {
    const sets = Array.from({ length: 2500 }, (_, at) => ({ ...set, key: `many-${at}` }))
    expect(await putSets([set, ...sets])).toEqual({ added: 2500, changed: 1, removed: 0 })
    expect(await putSets([set])).toEqual({ added: 0, changed: 1, removed: 2500 })
  })

  it('is all or nothing', async () => {
    const before = await snapshot()
    const broken = { ...set, key: 'broken', cards: [['x', null]] } as unknown as ImportedCardSet
    await expect(putSets([{ ...set, key: 'fine' }, broken])).rejects.toThrow()
    expect(await snapshot()).toEqual(before)
  })
})
