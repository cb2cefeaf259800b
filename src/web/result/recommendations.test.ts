import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TeacherSearch } from '#contract/recommendations.ts'
import { urls } from '#contract/urls.ts'
import * as analytics from '../browser/analytics.ts'
import { recommendTeachers } from './recommend-teachers.ts'
import { backLanguages, recommendVocabulary } from './recommend-vocabulary.ts'

const fetched = vi.fn<(url: string, request: RequestInit) => Promise<Response>>()
beforeEach(() => {
  fetched.mockReset()
  vi.spyOn(analytics, 'track').mockReset().mockReturnValue()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const algo_detail = { recipe_name: 'a', campaign_name: 'b' }
const teachers = (count: number) =>
  Response.json({
    data: Array.from({ length: count }, (_, index) => ({ user_info: { user_id: index + 1 } })),
    statistics: { algo_detail },
  })
const failure = () => new Response('{}', { status: 500 })

/** The request bodies. */
const bodies = () => fetched.mock.calls.map(([, request]) => JSON.parse(String(request.body)) as TeacherSearch)

describe('teachers for you', () => {
  it('sends exactly the body of the specification and shows two of the teachers found', async () => {
    fetched.mockImplementation(async () => teachers(20))
    const recommendation = await recommendTeachers('german')
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([urls.teacherSearch])
    const [body] = bodies()
    expect(body).toEqual({
      page_size: 20,
      user_timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      teach_language: { language: 'german' },
      specify_time: new Array(4).fill({ start_time: expect.any(String), end_time: expect.any(String) }),
    })
    const ids = recommendation?.teachers.map(({ user_info }) => user_info.user_id) ?? []
    expect(new Set(ids).size).toBe(2)
    expect(recommendation?.algoDetail).toEqual(algo_detail)
  })

  it('varies the teachers shown', async () => {
    fetched.mockImplementation(async () => teachers(20))
    const pairs = new Set<string>()
    for (let time = 0; time < 20; time++) {
      const recommendation = await recommendTeachers('german')
      pairs.add(JSON.stringify(recommendation?.teachers))
    }
    expect(pairs.size).toBeGreaterThan(1)
  })

  it.each<[string, (() => Response)[], number | null]>([
    ['two at once', [() => teachers(2)], 2],
    ['one, then two', [() => teachers(1), () => teachers(2)], 2],
    ['none, then one', [() => teachers(0), () => teachers(1)], null],
    ['a failure, then three', [failure, () => teachers(3)], 2],
    ['two failures', [failure, failure], null],
  ])('%s', async (_name, replies, shown) => {
    for (const reply of replies) fetched.mockImplementationOnce(async () => reply())
    const recommendation = await recommendTeachers('german')
    expect(recommendation?.teachers.length ?? null).toBe(shown)
    expect(fetched).toHaveBeenCalledTimes(replies.length)
  })

  it.each<[string, () => Promise<Response>, object]>([
    ['an error status', async () => new Response('{}', { status: 403 }), { reason: 'refused', status: 403 }],
    ['a timeout', () => Promise.reject(new DOMException('', 'AbortError')), { reason: 'timeout', status: null }],
    ['no network', () => Promise.reject(new TypeError('offline')), { reason: 'unreachable', status: null }],
  ])('logs %s', async (_name, reply, failure) => {
    fetched.mockImplementation(reply)
    expect(await recommendTeachers('german')).toBeNull()
    expect(analytics.track).toHaveBeenCalledWith('recommend_teacher_failure', { language: 'german', ...failure })
  })

  it('logs nothing to the console when offline', async () => {
    const log = vi.spyOn(console, 'error')
    fetched.mockRejectedValue(new TypeError('offline'))
    expect(await recommendTeachers('german')).toBeNull()
    expect(log).not.toHaveBeenCalled()
  })
})

describe('vocabulary for you', () => {
  it.each([
    ['french', 'en', ['english']],
    ['english', 'en', ['spanish']],
    ['french', 'de', ['german', 'english']],
    ['german', 'de', ['english']],
    ['english', 'ja', ['japanese', 'spanish']],
    ['english', 'es', ['spanish']],
    ['english', 'zh-Hans', ['chinese', 'spanish']],
    ['french', 'pt', ['english']],
  ] as const)('for %s with the interface in %s requests %j', (front, locale, backs) => {
    expect(backLanguages(front, locale)).toEqual(backs)
  })

  const set = (card_set_id: number, creator_id: number) => ({ card_set_id, creator_id })

  it('falls back to English when the interface language has no sets, and shows two with their creators', async () => {
    fetched.mockImplementation(async (url) => {
      if (url.includes('back_language=german')) return Response.json({ data: [] })
      if (url.startsWith(urls.cardSetsExplore)) return Response.json({ data: [set(1, 9999), set(2, 7), set(3, 8)] })
      return url.endsWith('/9999') ? Response.json({ data: { nickname: 'Product' } }) : failure()
    })
    const sets = await recommendVocabulary('french', 'B1', 'de')
    expect(sets.map(({ creator }) => creator?.nickname)).toEqual(['Product', undefined])
    const asked = (back: string) =>
      `${urls.cardSetsExplore}?front_language=french&back_language=${back}&language_level=B1&length=2`
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([
      asked('german'),
      asked('english'),
      urls.userMini(9999),
      urls.userMini(7),
    ])
  })

  it('finds nothing when the calls fail', async () => {
    fetched.mockImplementation(async () => failure())
    expect(await recommendVocabulary('french', 'B1', 'en')).toEqual([])
  })
})
