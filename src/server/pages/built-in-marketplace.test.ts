import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { listTeachers } from '../db/tables/teachers.ts'
import { findCardSets } from '../db/tables/vocabulary.ts'
import { seedTeachers, seedVocabulary } from '../demo/marketplace-seeds.ts'

let world: TestApp
let teacherId: number
let setId: number
beforeAll(async () => {
  world = await startTestApp()
  await seedTeachers(world.db, new Date())
  await seedVocabulary(world.db)
  const teachers = await listTeachers(world.db, 'japanese')
  teacherId = teachers.find(({ nickname }) => nickname === 'Haruka Nishimura')?.user_id as number
  const [set] = await findCardSets(world.db, { front: 'japanese', back: 'english', level: 'A1', limit: 1 })
  setId = set?.card_set_id as number
})
afterAll(() => world.close())

const get = (url: string) => world.app.inject({ url })

describe('the pages of the built-in marketplace', () => {
  it('the list for a language links to each teacher', async () => {
    const { statusCode, body } = await get(urls.teachers('japanese'))
    expect(statusCode).toBe(200)
    expect(body).toContain('Japanese teachers')
    expect(body).toContain(`href="${urls.teacher(teacherId, 'japanese')}"`)
    expect(body).toContain('From $25.00 per lesson')
    expect(body).not.toContain('Amara Okafor')
    expect(body).not.toContain('demo marketplace')
  })

  it("inside the app, links use the app's scheme", async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 LanguageQuizApp/7.2' }
    const links = async (url: string) => {
      const { body } = await world.app.inject({ url, headers })
      return [...body.matchAll(/href="(languageapp:[^"]+)"/g)].map(([, href]) => href)
    }
    const community = 'languageapp://community/language-assessment'
    const [first, ...teachers] = await links(urls.teachers('japanese'))
    expect(first).toBe(community)
    expect(teachers).toContain(`languageapp://teacher/${teacherId}/japanese`)
    expect(await links(urls.teacher(teacherId, 'japanese'))).toEqual([community, 'languageapp://teachers/japanese'])
    expect(await links(urls.vocabularySet(setId))).toEqual([community])
    expect((await world.app.inject({ url: urls.dashboard, headers })).headers.location).toBe('languageapp://dashboard')
    expect((await get(urls.dashboard)).headers.location).toBe(urls.account)
  })

  it('a teacher has a page for each language taught, with the next free times', async () => {
    for (const language of ['japanese', 'english']) {
      const { statusCode, body } = await get(urls.teacher(teacherId, language))
      expect(statusCode).toBe(200)
      expect(body).toMatch(/<h1[^>]*>Haruka Nishimura/)
      expect(body).toContain('English, Japanese')
      expect(body.match(/<time /g)?.length).toBe(18)
    }
  })

  it('a set shows its cards, each side in its own language', async () => {
    const { statusCode, body } = await get(urls.vocabularySet(setId))
    expect(statusCode).toBe(200)
    expect(body.match(/<details/g)?.length).toBe(8)
    expect(body).toMatch(/lang="ja"[^>]*>[^<]+<\/span><span[^>]*lang="en">/)
    expect(body).toContain('by Language Assessment')
  })

  it('has no inline style, and a script only to convert times to the visitor’s zone', async () => {
    for (const url of [urls.teachers('japanese'), urls.teacher(teacherId, 'japanese'), urls.vocabularySet(setId)]) {
      const { body } = await get(url)
      expect([body.includes('style="'), body.includes('<script')]).toEqual([false, body.includes('<time')])
    }
  })

  it.each([
    urls.teachers('latin'),
    urls.teacher(999_999_999, 'japanese'),
    '/teacher/0/japanese',
    '/teacher/abc/japanese',
    '/teacher/99999999999999999999/japanese',
    urls.vocabularySet(999_999_999),
    '/vocab/detail/1e3',
  ])('%s finds nothing', async (url) => {
    const { statusCode, body } = await get(url)
    expect(statusCode).toBe(404)
    expect(body).toContain('We can’t find this page')
  })

  it('a teacher has no page for a language not taught', async () => {
    expect((await get(urls.teacher(teacherId, 'german'))).statusCode).toBe(404)
  })
})
