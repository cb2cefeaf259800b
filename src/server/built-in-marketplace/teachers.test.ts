import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TeacherItem, TeachersReply, TimeWindow } from '#contract/recommendations.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import type { Language } from '#quiz/languages.ts'
import { insertUser } from '../db/tables/users.ts'

const HOUR = 3600_000
/** Midnight UTC the day after tomorrow: always before the first requested day, anywhere in the world. */
const FIRST_DAY = Math.ceil(Date.now() / (24 * HOUR) + 1) * 24 * HOUR
const iso = (time: number) => new Date(time).toISOString()

/** The four local days of a learner `ahead` hours ahead of UTC. */
const days = (ahead = 0): TimeWindow[] =>
  [0, 1, 2, 3].map((day) => ({
    start_time: iso(FIRST_DAY + (day * 24 - ahead) * HOUR),
    end_time: iso(FIRST_DAY + ((day + 1) * 24 - ahead) * HOUR),
  }))

const question = {
  page_size: 20,
  user_timezone: 'Europe/Berlin',
  teach_language: { language: 'german' },
  specify_time: days(),
}

let world: TestApp
let client: ApiClient
let learnerId: number
beforeAll(async () => {
  world = await startTestApp()
  const account = await newAccount(world)
  client = account.client
  learnerId = account.user.id
})
afterAll(() => world.close())
afterEach(() => world.db.deleteFrom('teachers').execute())

type Slot = { from: number; minutes?: number }

const CARD = JSON.stringify({ recording_permission: true, min_price: 1250, about: '' })

/** A teacher with slots given in hours from the first day's midnight. */
async function addTeacher(slots: Slot[], { language = 'german' as Language, userId = 0 } = {}): Promise<number> {
  const profile = { nickname: 'Tessa', avatar_file_name: 'tessa', country_id: 'AT', learning_language: null }
  const user_id = userId || (await insertUser(world.db, { ...profile, is_pro: true })).id
  await world.db.insertInto('teachers').values({ user_id, card: CARD }).execute()
  await world.db.insertInto('teacher_languages').values({ user_id, language }).execute()
  for (const { from, minutes = 60 } of slots) {
    const start = FIRST_DAY + from * HOUR
    const slot = { user_id, start_time: new Date(start), end_time: new Date(start + minutes * 60_000) }
    await world.db.insertInto('teacher_slots').values(slot).execute()
  }
  return user_id
}

async function ask(body: object = question): Promise<TeachersReply> {
  const reply = await client.send<TeacherItem[]>('POST', urls.teacherSearch, body)
  expect(reply.status).toBe(200)
  return reply.body as unknown as TeachersReply
}

const idsOf = ({ data }: TeachersReply) => data.map(({ user_info }) => user_info.user_id)

describe('teachers for a learner', () => {
  it('have all fields of the specification and how they were chosen', async () => {
    const user_id = await addTeacher([{ from: 9 }])
    expect(await ask()).toEqual({
      data: [
        {
          user_info: {
            user_id,
            nickname: 'Tessa',
            avatar_file_name: 'tessa',
            origin_country_id: 'AT',
            is_pro: true,
          },
          teacher_info: { recording_permission: true, next_free: expect.stringMatching(/T09:00:00\.000Z$/) },
          course_info: { min_price: 1250 },
        },
      ],
      statistics: { algo_detail: { recipe_name: 'language_and_free_time', campaign_name: 'language_assessment' } },
    })
  })

  it.each<[string, Slot[], boolean]>([
    ['free on the first day', [{ from: 0 }], true],
    ['free on the last day', [{ from: 95 }], true],
    ['free before the windows', [{ from: -1 }], false],
    ['free after the windows', [{ from: 96 }], false],
    ['free in the past', [{ from: -48 }], false],
    ['without free time', [], false],
    ['free for half an hour', [{ from: 9, minutes: 30 }], true],
    ['free for less than half an hour', [{ from: 9, minutes: 29 }], false],
    ['half an hour of the slot inside the windows', [{ from: -0.5 }], true],
    ['less than half an hour of the slot inside the windows', [{ from: 95.75 }], false],
    ['one long slot over all days', [{ from: -24, minutes: 8 * 24 * 60 }], true],
  ])('a teacher %s', async (_name, slots, isFound) => {
    const id = await addTeacher(slots)
    expect(idsOf(await ask())).toEqual(isFound ? [id] : [])
  })

  it.each([
    ['Europe/Berlin', [{ from: 0 }, { from: 2 }, { from: 34 }, { from: 35 }], 34],
    ['Asia/Kathmandu', [{ from: 16.25 }, { from: 2.25 }, { from: 2 }], 2.25],
    ['America/Los_Angeles', [{ from: 9 }, { from: 33 }], 9],
  ])('the time shown for a teacher is in the daytime in %s, if possible', async (user_timezone, slots, best) => {
    await addTeacher(slots)
    const { data } = await ask({ ...question, user_timezone })
    expect(data[0]?.teacher_info.next_free).toBe(iso(FIRST_DAY + best * HOUR))
  })

  it('one window, one per day, or half days find the same teachers', async () => {
    const first = await addTeacher([{ from: 0 }])
    const last = await addTeacher([{ from: 95 }])
    await addTeacher([{ from: 96 }])
    const all = { start_time: days()[0]?.start_time, end_time: days()[3]?.end_time }
    const halves = days().flatMap(({ start_time, end_time }) => {
      const noon = iso(Date.parse(start_time) + 12 * HOUR)
      return [
        { start_time, end_time: noon },
        { start_time: noon, end_time },
      ]
    })
    for (const specify_time of [[all], days(), halves])
      expect(idsOf(await ask({ ...question, specify_time }))).toEqual([first, last])
  })

  it.each([
    ['Pacific/Kiritimati', 14, [-14, 81]],
    ['Etc/GMT+12', -12, [12, 107]],
    ['Asia/Kolkata', 5.5, [-5.5, 89]],
  ])('the same slots fall on different days in %s', async (user_timezone, ahead, inside) => {
    const [first, last] = inside as [number, number]
    const early = await addTeacher([{ from: first }])
    const late = await addTeacher([{ from: last }])
    await addTeacher([{ from: first - 1 }])
    await addTeacher([{ from: 96 - ahead }])
    const found = await ask({ ...question, user_timezone, specify_time: days(ahead) })
    expect(idsOf(found)).toEqual([early, late])
  })

  it("past slots aren't free, regardless of the learner’s calendar", async () => {
    const hours = (Date.now() - FIRST_DAY) / HOUR
    await addTeacher([{ from: hours - 2 }])
    const later = await addTeacher([{ from: hours - 2 }, { from: hours + 1 }])
    const today = { start_time: iso(Date.now() - 3 * HOUR), end_time: iso(Date.now() + 20 * HOUR) }
    expect(idsOf(await ask({ ...question, specify_time: [today] }))).toEqual([later])
  })

  it("teachers of other languages aren't found, and a teacher of two languages is found for both", async () => {
    await addTeacher([{ from: 9 }], { language: 'french' })
    const both = await addTeacher([{ from: 9 }])
    await world.db.insertInto('teacher_languages').values({ user_id: both, language: 'italian' }).execute()
    expect(idsOf(await ask())).toEqual([both])
    expect(idsOf(await ask({ ...question, teach_language: { language: 'italian' } }))).toEqual([both])
  })

  it('returns fewer teachers, or none, if there are no more', async () => {
    expect((await ask()).data).toEqual([])
    const only = await addTeacher([{ from: 9 }])
    expect(idsOf(await ask())).toEqual([only])
  })

  it('teachers with more free time come first, each once, and no more than requested', async () => {
    const one = await addTeacher([{ from: 9 }])
    const three = await addTeacher([{ from: 9 }, { from: 20 }, { from: 44 }])
    const two = await addTeacher([{ from: 9 }, { from: 10 }])
    expect(idsOf(await ask())).toEqual([three, two, one])
    expect(idsOf(await ask({ ...question, page_size: 2 }))).toEqual([three, two])
    const twice = [...days(), ...days()]
    expect(idsOf(await ask({ ...question, specify_time: twice }))).toEqual([three, two, one])
  })

  it("the learner isn't recommended to themselves", async () => {
    await addTeacher([{ from: 9 }], { userId: learnerId })
    expect((await ask()).data).toEqual([])
  })
})

it('a signed-out visitor is refused', async () => {
  const { status, body } = await new ApiClient(world.app).send('POST', urls.teacherSearch, question)
  expect([status, body.error.code]).toEqual([401, 'signed_out'])
})

const window = (start_time: unknown, end_time: unknown) => ({ ...question, specify_time: [{ start_time, end_time }] })
const { specify_time: _windows, ...withoutWindows } = question

describe('an invalid request', () => {
  it.each<[string, object]>([
    ['no windows', withoutWindows],
    ['an empty list of windows', { ...question, specify_time: [] }],
    ['nine windows', { ...question, specify_time: new Array(9).fill(days()[0]) }],
    ['zero teachers', { ...question, page_size: 0 }],
    ['more than twenty', { ...question, page_size: 21 }],
    ['a fractional number of teachers', { ...question, page_size: 1.5 }],
    ['a number as a string', { ...question, page_size: '20' }],
    ['an unknown time zone', { ...question, user_timezone: 'Mars/Olympus' }],
    ['an offset for a time zone', { ...question, user_timezone: '+05:30' }],
    ['a language that is not taught', { ...question, teach_language: { language: 'latin' } }],
    ['a language without its object', { ...question, teach_language: 'german' }],
    ['an unknown field', { ...question, price: 1 }],
    ['a local time', window('2026-11-22T08:00:00', '2026-11-22T09:00:00Z')],
    ['an offset', window('2026-11-22T08:00:00+01:00', '2026-11-22T09:00:00Z')],
    ['a day that does not exist', window('2026-13-45T08:00:00Z', '2026-11-22T09:00:00Z')],
    ['the year 0', window('0000-01-01T08:00:00Z', '0000-01-01T09:00:00Z')],
    ['a window that ends before it begins', window('2026-11-22T09:00:00Z', '2026-11-22T08:00:00Z')],
    ['an empty window', window('2026-11-22T09:00:00Z', '2026-11-22T09:00:00Z')],
    ['a window longer than 98 hours', window('2026-11-22T00:00:00Z', '2026-11-26T02:00:01Z')],
    ['a time that is a number', window(0, 1)],
  ])('%s is refused', async (_name, body) => {
    const { status, body: reply } = await client.send('POST', urls.teacherSearch, body)
    expect([status, ['invalid_request', 'unknown_language'].includes(reply.error.code)]).toEqual([400, true])
  })
})
