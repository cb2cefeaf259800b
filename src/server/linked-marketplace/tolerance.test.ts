import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { ApiClient } from '#harness/api-client.ts'
import { readPageState } from '#harness/page-state.ts'
import { marketplaceSettings } from '#harness/peers/marketplace.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { type Listening, listen, readText } from '#server/demo/identity/stand-in.ts'

const day = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString()
const search = {
  page_size: 20,
  user_timezone: 'Europe/Berlin',
  teach_language: { language: 'english' },
  specify_time: [{ start_time: day(1), end_time: day(2) }],
}

describe('a marketplace with slightly wrong replies', () => {
  /** Its replies, by path. */
  let replies: Record<string, unknown>
  let received: string[]
  let market: Listening
  let quiz: TestApp
  const log: string[] = []
  const warnings = () => log.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('dropped bad rows'))
  let sessions = 0
  const learner = (login: object) => {
    replies[urls.login] = { data: { country_id: 'DE', ...login } }
    const client = new ApiClient(quiz.app)
    client.setCookie('sid', `session-${++sessions}`)
    return client
  }

  beforeAll(async () => {
    market = await listen(async (request, response) => {
      const path = (request.url ?? '').replace(/\?.*/, '')
      received.push(await readText(request))
      response.writeHead(path in replies ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(replies[path] ?? {}))
    })
    quiz = await startTestApp(
      { LOG_LEVEL: 'warn', ...marketplaceSettings(market.url) },
      {},
      { write: (line) => log.push(line) },
    )
  })
  beforeEach(() => {
    replies = {}
    received = []
    log.length = 0
  })
  afterEach(() => expect(log.join('')).not.toContain('secret'))
  afterAll(async () => {
    await quiz.close()
    await market.close()
  })

  it('names and pictures are stored without invisible and unstorable characters', async () => {
    const hostile = { nickname: ' An\u0000na\ud800\u202e\u3164 ', avatar_file_name: 'a\u0000.jpg\udc00' }
    const client = learner({ user_id: 'hostile', ...hostile })
    // A page doesn't wait long for the marketplace; on a busy machine, only the next page has its reply.
    await expect
      .poll(async () => readPageState((await client.page(urls.quiz)).body).visitor.login)
      .toMatchObject({ user_id: 'hostile', nickname: 'Anna', avatar_file_name: 'a.jpg' })
    expect(log.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })

  it.each([
    ['ten digits', 9_876_543_210],
    ['more digits than a number holds', '12345678901234567890'],
    ['a word with hyphens', '3f0c2a51-9d5e-4f7b-8a70-1f2e3d4c5b6a'],
  ])('an id of %s: the learner is known, takes a test and shares its result', async (_, user_id) => {
    const client = learner({ user_id, nickname: null, avatar_file_name: null })
    const { login } = readPageState((await client.page(urls.quiz)).body).visitor
    expect(login).toMatchObject({ user_id, country_id: 'DE' })
    const flow_id = `${user_id}-french-1795259399587`
    const begun = await client.send('POST', urls.attempts, { language: 'french', flow_id })
    expect([begun.status, begun.body.data.flow_id]).toEqual([201, flow_id])
    const events = [{ name: 'select_language', occurred_at: new Date(), properties: { flow_id, language: 'french' } }]
    expect((await client.send('POST', urls.events, { events })).body).toEqual({ accepted: 1 })
    const done = await client.play('german', () => true)
    expect((await client.send('POST', urls.reports, { assessment_id: done.id })).status).toBe(201)
    const flows = async () =>
      (await quiz.db.selectFrom('events').select('properties').execute()).map(({ properties }) => properties)
    const other = { flow_id: `${user_id}-x-french-1795259399587`, language: 'french' }
    await client.send('POST', urls.events, { events: [{ ...events[0], properties: other }] })
    expect((await client.send('DELETE', urls.accountData)).status).toBe(204)
    expect((await flows()).map(({ flow_id: id }) => id)).not.toContain(flow_id)
  })

  it('an id of many digits in a URL reaches the marketplace', async () => {
    const client = learner({ user_id: 9_876_543_210 })
    const person = { user_id: '9876543210', nickname: null, avatar_file_name: null, is_pro: null }
    replies[urls.user(9_876_543_210)] = { data: person }
    replies[urls.userMini(9_876_543_210)] = { data: person }
    const user = await client.send('GET', urls.user(9_876_543_210))
    expect(user.body.data).toEqual({ user_id: '9876543210', nickname: '', avatar_file_name: '', is_pro: false })
    expect((await client.send('GET', urls.userMini(9_876_543_210))).body.data).toMatchObject({ nickname: '' })
    expect((await client.send('GET', urls.userMini('..%2fsecret'))).status).toBe(400)
  })

  it('null means a signed-out visitor', async () => {
    const client = learner({ user_id: null, nickname: null, avatar_file_name: null })
    expect(readPageState((await client.page(urls.quiz)).body).visitor.login).toEqual({ country_id: 'DE' })
  })

  it('one bad teacher and a null picture: the others are shown, with one line in the log', async () => {
    const teacher = (user_id: unknown, avatar_file_name: unknown) => ({
      user_info: { user_id, nickname: 'Noor', avatar_file_name, origin_country_id: 'NL', is_pro: true },
      teacher_info: { recording_permission: true },
      course_info: { min_price: 1200 },
    })
    const good = [teacher(1, 'a.jpg'), teacher('9876543210', null)]
    const bad = [{ ...teacher(3, ''), course_info: { min_price: 'secret' } }, null]
    const statistics = { algo_detail: { recipe_name: 'a', campaign_name: 'b' } }
    replies[urls.teacherSearch] = { data: [good[0], ...bad, good[1]], statistics }
    const { status, body } = await learner({ user_id: 1 }).send('POST', urls.teacherSearch, search)
    expect([status, body.data]).toEqual([200, [teacher(1, 'a.jpg'), teacher('9876543210', '')]])
    expect(warnings()).toMatchObject([{ call: urls.teacherSearch, count: 2 }])
    expect(warnings()[0].error).toMatch(/^data\.1\.course_info\.min_price must be/)

    replies[urls.teacherSearch] = { data: bad, statistics }
    expect((await learner({ user_id: 1 }).send('POST', urls.teacherSearch, search)).status).toBe(502)
  })

  it('one bad vocabulary set: the others are shown', async () => {
    const front = { front_language: 'french', back_language: 'english', language_level: 'B1' }
    const set = { title: 'La gare', ...front, text_code: ['travel'], card_count: 3, creator_id: 'c-7', copied_count: 4 }
    replies[urls.cardSetsExplore] = { data: [{ ...set, card_set_id: 'fr-1' }, { card_set_id: 2 }] }
    const query = new URLSearchParams({ ...front, length: '2' })
    const { status, body } = await new ApiClient(quiz.app).send('GET', `${urls.cardSetsExplore}?${query}`)
    expect([status, body.data]).toEqual([200, [{ ...set, card_set_id: 'fr-1' }]])
    expect(warnings()).toMatchObject([{ count: 1 }])
  })

  it('languages like zh-CN and its own levels pass through unchanged', async () => {
    const user = { is_pro: null, is_tutor: false, register_status: 5, learning_language: 'zh-CN' }
    const known = [
      { language: 'zh-CN', level: 9, is_learning: 1 },
      { language: 'Portuguese (Brazil)', level: null, is_learning: null },
    ]
    const purpose = { language: 'zh-CN', role: 'senior', purpose: 'fun', sub_purpose: null }
    replies[urls.foundation] = {
      data: { user, language_list: [...known, { language: null, level: 2 }], purpose_list: [purpose] },
    }
    const client = learner({ user_id: 5 })
    expect(readPageState((await client.page(urls.quiz)).body).visitor.learningLanguage).toBeNull()
    const { status, body } = await client.send<object>('GET', urls.foundation)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      user: { ...user, is_pro: false },
      language_list: known,
      purpose_list: [{ ...purpose, sub_purpose: '' }],
    })
    expect(warnings()).toHaveLength(1)
    replies[urls.profile] = {}
    const update = {
      language: {
        language_s: ['zh-CN', 'Portuguese (Brazil)', 'french'],
        level_s: [9, null, 3],
        is_learning_s: [1, null, true],
      },
    }
    expect((await client.send('POST', urls.profile, update)).status).toBe(200)
    expect(received.at(-1)).toBe(JSON.stringify(update))
  })

  it('numbers sent as strings and strings sent as numbers are accepted, in every call', async () => {
    const client = learner({ user_id: '31', nickname: 1234, country_id: 'DE' })
    expect(readPageState((await client.page(urls.quiz)).body).visitor.login).toMatchObject({ nickname: '1234' })
    const read = async (url: string, reply: unknown, method: 'GET' | 'POST' = 'GET', body?: object) => {
      replies[url.replace(/\?.*/, '')] = reply
      const { status, body: answered } = await client.send<unknown>(method, url, body)
      expect([url, status]).toEqual([url, 200])
      return answered as unknown
    }
    const user = { is_pro: 'false', is_tutor: 0, register_status: '5', learning_language: 'french' }
    const known = [{ language: 'french', level: '3', is_learning: 'true' }]
    expect(await read(urls.foundation, { data: { user, language_list: known } })).toEqual({
      data: {
        user: { is_pro: false, is_tutor: false, register_status: 5, learning_language: 'french' },
        language_list: [{ language: 'french', level: '3', is_learning: true }],
      },
    })
    const purposes = [{ language: 'french', role: 'adult', purpose: 'work', sub_purpose: 7 }]
    expect(await read(urls.user(31), { data: { purpose_list: purposes } })).toEqual({
      data: {
        nickname: '',
        avatar_file_name: '',
        is_pro: false,
        purpose_list: [{ ...purposes[0], sub_purpose: '7' }],
      },
    })
    expect(await read(urls.userMini(9), { data: { nickname: 77 } })).toMatchObject({ data: { nickname: '77' } })
    const signature = { app_id: 12, time_stamp: '1795867517', nonce_str: 34, signature: 'abc' }
    const page = encodeURIComponent('https://quiz.example/languageassessment/quiz')
    expect(await read(`${urls.wechatJsApi}?url=${page}`, { data: signature })).toEqual({
      data: { app_id: '12', time_stamp: 1_795_867_517, nonce_str: '34', signature: 'abc' },
    })
    const front = { front_language: 'french', back_language: 'english', language_level: 'B1' }
    const set = {
      card_set_id: '1',
      title: 1984,
      ...front,
      text_code: [5],
      card_count: '3',
      creator_id: 9,
      copied_count: '4',
    }
    expect(
      await read(`${urls.cardSetsExplore}?${new URLSearchParams({ ...front, length: '2' })}`, { data: [set] }),
    ).toEqual({
      data: [{ ...set, title: '1984', text_code: ['5'], card_count: 3, copied_count: 4 }],
    })
    const teacher = (min_price: unknown) => ({
      user_info: { user_id: '5', nickname: 8, avatar_file_name: 9, origin_country_id: 'NL', is_pro: '1' },
      teacher_info: { recording_permission: 'FALSE' },
      course_info: { min_price },
    })
    const found = { data: [teacher('1200'), teacher('much')] }
    expect(await read(urls.teacherSearch, found, 'POST', search)).toEqual({
      data: [
        {
          user_info: { user_id: '5', nickname: '8', avatar_file_name: '9', origin_country_id: 'NL', is_pro: true },
          teacher_info: { recording_permission: false },
          course_info: { min_price: 1200 },
        },
      ],
      statistics: { algo_detail: { recipe_name: '', campaign_name: '' } },
    })
  })

  it('unusable values are logged once each, with place and rule', async () => {
    const client = learner({ user_id: 41, country_id: 'Germany' })
    await client.page(urls.quiz)
    replies[urls.foundation] = { data: { user: { register_status: 5, learning_language: 'fr' }, language_list: null } }
    const levels = [9, 12].map((level) => ({ language: 'french', level }))
    replies[urls.user(41)] = { data: { language_list: levels } }
    for (const url of [urls.foundation, urls.user(41), urls.foundation, urls.user(41)])
      expect((await client.send('GET', url)).status).toBe(200)
    const told = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('the quiz cannot use a value'))
    expect(told.map(({ call, error }) => [call, error])).toEqual([
      [urls.login, expect.stringMatching(/^data\.country_id must be two capital letters/)],
      [urls.foundation, 'data.user.learning_language must be french for that language'],
      [urls.user(':id'), expect.stringMatching(/^data\.language_list\.#\.level must be a whole number from 1/)],
    ])
    expect(log.join('')).not.toContain('Germany')
  })

  it.each([
    ['a long list', [...new Array(120_000).fill(0), {}]],
    ['nested lists', new Array(200).fill(new Array(600).fill(0))],
    ['many fields', Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`f${at}`, 0]))],
  ])("%s is rejected before it's traversed", async (_name, data) => {
    const client = learner({ user_id: 51 })
    replies[urls.foundation] = { data }
    expect((await client.send('GET', urls.foundation)).status).toBe(502)
    expect(log.join('')).toContain('the reply must be an object')
  })

  it('within three seconds of a deletion everything works, for a new account', async () => {
    const client = learner({ user_id: 77, nickname: 'Lena' })
    const before = await client.play('german', () => true)
    const visitor = client.cookies.visitor as string
    expect((await client.send('DELETE', urls.accountData)).status).toBe(204)
    client.setCookie('visitor', visitor)
    expect(client.cookies.sid).toBe(`session-${sessions}`)
    const again = await client.play('german', () => true)
    expect(again.result).not.toBeNull()
    expect((await client.send('POST', urls.reports, { assessment_id: again.id })).status).toBe(201)
    expect((await client.send('POST', urls.reports, { assessment_id: before.id })).status).toBe(404)
    expect((await client.send('GET', urls.accountData)).status).toBe(200)
    expect((await client.page(urls.quiz)).statusCode).toBe(200)
    // The same browser, after another process has deleted its account.
    await quiz.db.deleteFrom('users').where('nickname', '=', 'Lena').execute()
    expect((await client.start('french')).status).toBe('open')
    expect(log.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })

  it("the log doesn't contain ids from paths", async () => {
    const client = learner({ user_id: 61 })
    await client.page(urls.quiz)
    await market.close()
    for (const url of [urls.userMini('person-4711'), urls.user('person-4711')])
      expect((await client.send('GET', url)).status).toBe(503)
    expect(log.join('')).toContain('/v2/usermini/:creator_id')
    expect(log.join('')).not.toContain('4711')
  })
})
