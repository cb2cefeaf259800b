import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import type { Login, PurposeOptions } from '#contract/profile.ts'
import { urls } from '#contract/urls.ts'
import { newAccount, storedAccounts } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startLimitedApp, startTestApp, type TestApp } from '#harness/test-app.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { issueCode } from '../sign-in/codes.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world.close())

/** An account with something in every table. */
async function fullAccount(name: string) {
  const account = await newAccount(world, { nickname: name, country_id: 'DE' })
  const { client, user } = account
  const { db } = world
  await db
    .insertInto('emails')
    .values({ email: `${name}@example.test`, user_id: user.id })
    .execute()
  await db
    .insertInto('phones')
    .values({ e164: `+49151000${user.id}`, user_id: user.id })
    .execute()
  await db
    .insertInto('identities')
    .values({ provider: 'google', issuer: 'i', subject: name, user_id: user.id })
    .execute()
  await client.send('POST', urls.onboarding, { primary_learning_language: 'german', primary_learning_level: 2 })
  const purpose = { language: 'german', role: 'adult', purpose: 'work', sub_purpose: '' }
  await client.send('POST', urls.profile, { purpose_list: [purpose] })
  await client.send('GET', urls.freeTrialEvent)
  const finished = await client.play('german', () => true)
  await client.send('POST', urls.flag(finished.id, 2), { reason: 'mistake', note: 'a typo' })
  await client.start('french')
  return { ...account, finished }
}

describe('the country of a profile', () => {
  it('can be changed, overrides header and cookie in /v2/login, and determines everything based on it', async () => {
    const { client } = await newAccount(world, { nickname: 'Mia' })
    const patch = async (body: object) => (await client.send<AccountData>('PATCH', urls.accountData, body)).body.data
    client.setCookie('country_id', 'FR')
    const login = async () => (await client.send<Login>('GET', urls.login)).body.data.country_id
    expect(await login()).toBe('FR')
    expect(await patch({ country_id: 'RU' })).toMatchObject({ nickname: 'Mia', country_id: 'RU' })
    expect(await login()).toBe('RU')
    expect(await patch({ country_id: 'CN', nickname: 'Mia Li' })).toMatchObject({
      nickname: 'Mia Li',
      country_id: 'CN',
    })
    expect(
      (await client.send<PurposeOptions>('GET', `${urls.purposes}?language=french`)).body.data.kids_purpose,
    ).toEqual([])
    expect(await patch({ country_id: null })).toMatchObject({ nickname: 'Mia Li', country_id: null })
    expect(await login()).toBe('FR')
  })

  it.each([{}, { country_id: 'XX' }, { country_id: 'de' }, { country_id: '' }, { country_id: 1 }, { country: 'DE' }])(
    'is not changed by %o',
    async (body) => {
      const { client } = await newAccount(world, { country_id: 'DE' })
      expect((await client.send('PATCH', urls.accountData, body)).status).toBe(400)
      expect((await client.send<Login>('GET', urls.login)).body.data.country_id).toBe('DE')
    },
  )
})

describe('GET /v1/account', () => {
  it('has everything stored about its owner and nothing about others', async () => {
    const { client, user, finished } = await fullAccount('mine')
    await fullAccount('other')
    const { body } = await client.send<AccountData>('GET', urls.accountData)
    expect(body.data).toEqual({
      user_id: user.id,
      nickname: 'mine',
      avatar_file_name: 'seed-1',
      country_id: 'DE',
      created_at: user.created_at.toISOString(),
      emails: ['mine@example.test'],
      phones: [`+49151000${user.id}`],
      providers: ['google'],
      profile: {
        user: { is_pro: false, is_tutor: false, register_status: 5, learning_language: 'german' },
        language_list: [{ language: 'german', level: 2, is_learning: true }],
        purpose_list: [{ language: 'german', role: 'adult', purpose: 'work', sub_purpose: '' }],
      },
      assessments: [
        {
          assessment_id: finished.id,
          language: 'german',
          ...finished.result,
          finished_at: expect.stringMatching(/^\d{4}-.*Z$/),
          estimate: {
            theta: expect.any(Number),
            standard_error: expect.any(Number),
            band: { lowest: 'C2', highest: 'C2' },
          },
          change: null,
          report: null,
        },
      ],
      next_before: null,
      sessions: [
        {
          device: '',
          created_at: expect.any(String),
          expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
          is_current: true,
        },
      ],
      item_flags: [
        {
          language: 'german',
          reason: 'mistake',
          note: 'a typo',
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ],
    })
  })

  it('can be downloaded as a file', async () => {
    const { client } = await newAccount(world)
    const file = await client.page(`${urls.accountData}?download=1`)
    expect(file.headers['content-disposition']).toBe('attachment; filename="language-assessment-account.json"')
    expect(file.headers['cache-control']).toBe('private, no-store')
    expect((await client.page(urls.accountData)).headers['content-disposition']).toBeUndefined()
  })

  it("refuses a download requested by another site, which would count against the owner's limit", async () => {
    const limited = await startLimitedApp({ accountDownloads: 1 })
    const { client } = await newAccount(limited)
    const from = async (site: string) =>
      (await client.page(`${urls.accountData}?download=1`, { 'sec-fetch-site': site })).statusCode
    const statuses = [await from('cross-site'), await from('same-site'), await from('same-origin')]
    await limited.close()
    expect(statuses).toEqual([403, 403, 200])
  })
})

/** Finished attempts like the given one, a minute apart, the newest first. */
async function repeat(id: string, times: number): Promise<void> {
  await sql`insert into assessments (id, visitor, user_id, flow_id, language, interface_language, earlier, round,
      answered, choices, is_correct, elapsed_ms, answered_at, finished_at, level, percentile, theta, standard_error,
      band_lowest, band_highest, created_at)
    select gen_random_uuid(), visitor, user_id, flow_id, language, interface_language, earlier, round,
      answered, choices, is_correct, elapsed_ms, answered_at, finished_at - make_interval(mins => number), level, percentile, theta,
      standard_error, band_lowest, band_highest, created_at - make_interval(mins => number)
    from assessments, generate_series(1, ${times}::integer) as number where id = ${id}::uuid`.execute(world.db)
}

describe('GET /v1/account with many results', () => {
  it('returns them page by page, each once', async () => {
    const { client } = await newAccount(world)
    const { id } = await client.play('english', (position) => position < 9)
    await repeat(id, 59)
    const seen: AccountData['assessments'] = []
    let url: string = urls.accountData
    for (let page = 0; url !== ''; page++) {
      const { data } = (await client.send<AccountData>('GET', url)).body
      expect(data.assessments.length).toBe(page < 2 ? 25 : 10)
      seen.push(...data.assessments)
      url = data.next_before === null ? '' : `${urls.accountData}?before=${data.next_before}`
    }
    expect(new Set(seen.map(({ assessment_id }) => assessment_id)).size).toBe(60)
    const times = seen.map(({ finished_at }) => finished_at)
    expect(times).toEqual(times.toSorted().reverse())
    expect(new Set(seen.map(({ estimate }) => JSON.stringify(estimate))).size).toBe(1)
    expect(seen.map(({ change }) => change)).toEqual([...new Array(59).fill('chance'), null])
    const stranger = await newAccount(world)
    const theirs = await stranger.client.send<AccountData>('GET', `${urls.accountData}?before=${id}`)
    expect(theirs.body.data.assessments).toEqual([])
  })

  it('limits reads and downloads of an account per hour', async () => {
    const limited = await startLimitedApp({ accountReads: 2, accountDownloads: 1 })
    const { client } = await newAccount(limited)
    const other = await newAccount(limited)
    const download = `${urls.accountData}?download=1`
    const statuses = []
    for (const url of [urls.accountData, urls.account, urls.accountData, urls.account, download, download])
      statuses.push((await client.page(url)).statusCode)
    expect(statuses).toEqual([200, 200, 429, 429, 200, 429])
    expect((await other.client.page(urls.accountData)).statusCode).toBe(200)
    await limited.close()
  })

  it('counts opening a review as reading the account, which costs as much, even if there is no review', async () => {
    const limited = await startLimitedApp({ accountReads: 3 })
    const [{ client }, other] = [await newAccount(limited), await newAccount(limited)]
    const { id } = await client.play('french', () => true)
    const statuses = []
    for (const of of [id, '00000000-0000-4000-8000-000000000000', id, id])
      statuses.push((await client.page(urls.review(of))).statusCode)
    statuses.push((await client.page(urls.accountData)).statusCode)
    const ofOther = (await other.client.page(urls.review(id))).statusCode
    await limited.close()
    expect(statuses).toEqual([200, 404, 200, 429, 429])
    expect(ofOther).toBe(404)
  })
})

describe('retention and deletion', () => {
  const event = (flow_id: string) => ({
    name: 'view_report',
    occurred_at: new Date().toISOString(),
    properties: { flow_id, language: 'english', level: 'B1' },
  })

  it('the download has every answer with its time, open tests, sessions and events', async () => {
    const { client, user } = await newAccount(world)
    const { id } = await client.play('english', (position) => position < 4)
    const open = await client.start('french')
    await client.answerNext(open, true)
    await client.send('POST', urls.events, { events: [event(`${user.id}-english-1795259399587`)] })
    await client.send('POST', urls.events, { events: [event(`${user.id + 1}-english-1795259399587`)] })
    const { data }: { data: AccountData } = (await client.page(`${urls.accountData}?download=1`)).json()
    const [finished] = data.assessments
    expect(finished?.assessment_id).toBe(id)
    expect(finished?.answers).toHaveLength(QUESTIONS)
    expect(finished?.answers?.[0]).toEqual({
      position: 1,
      question: expect.any(String),
      choice: [expect.any(String)],
      is_correct: true,
      elapsed_ms: 1200,
      answered_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(data.open_assessments).toEqual([
      {
        assessment_id: open.id,
        language: 'french',
        created_at: expect.any(String),
        answers: [
          {
            position: 1,
            question: expect.any(String),
            choice: [expect.any(String)],
            elapsed_ms: 1200,
            answered_at: expect.any(String),
          },
        ],
      },
    ])
    expect(data.sessions).toMatchObject([{ is_current: true }])
    const names = data.events?.map(({ name }) => name)
    expect(names?.filter((name) => name === 'answer_question')).toHaveLength(QUESTIONS + 1)
    expect(names?.filter((name) => name === 'view_report')).toHaveLength(1)
    expect(JSON.stringify(data.events)).not.toContain('is_correct')
  })

  it('the download is complete, even for a large account', async () => {
    const { client } = await newAccount(world)
    const { id } = await client.play('english', () => true)
    await repeat(id, 59)
    const { data }: { data: AccountData } = (await client.page(`${urls.accountData}?download=1`)).json()
    expect(data.assessments).toHaveLength(60)
    expect(data.assessments.every(({ answers }) => answers?.length === QUESTIONS)).toBe(true)
  })

  it('after deletion no event mentions the account or its assessments, and others keep theirs', async () => {
    const other = await newAccount(world)
    const theirs = await other.client.play('english', () => true)
    const { client, user } = await newAccount(world)
    const { id } = await client.play('english', () => true)
    const anonymous = new ApiClient(world.app)
    await anonymous.send('POST', urls.events, { events: [event(`${user.id}-english-1795259399587`)] })
    await client.send('POST', urls.events, { events: [event('0-english-1795259399588')] })
    expect((await client.send('DELETE', urls.accountData)).status).toBe(204)
    const events = JSON.stringify(await world.db.selectFrom('events').selectAll().execute())
    expect(events).not.toContain(id)
    expect(events).not.toContain(`"${user.id}-`)
    expect(events).not.toContain('1795259399588')
    expect(events.split(theirs.id)).toHaveLength(QUESTIONS + 2)
  })
})

describe('sessions', () => {
  it('an account can be deleted only soon after a sign-in', async () => {
    const { client, user } = await newAccount(world)
    const age = (minutes: number) =>
      world.db
        .updateTable('sessions')
        .set({ created_at: new Date(Date.now() - minutes * 60_000) })
        .where('user_id', '=', user.id)
        .execute()
    await age(11)
    const before = await storedAccounts(world)
    const refused = await client.send('DELETE', urls.accountData)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'sign_in_again'])
    expect(await storedAccounts(world)).toEqual(before)
    await age(9)
    expect((await client.send('DELETE', urls.accountData)).status).toBe(204)
  })

  it('are listed and can all be ended, without touching other accounts', async () => {
    const { client, user } = await newAccount(world)
    const second = await newAccount(world)
    const other = await newAccount(world)
    await world.db.updateTable('sessions').set({ user_id: user.id }).where('user_id', '=', second.user.id).execute()
    const { data } = (await client.send<AccountData>('GET', urls.accountData)).body
    expect(data.sessions.map(({ is_current }) => is_current).sort()).toEqual([false, true])
    expect(JSON.stringify(data)).not.toContain('token')
    expect((await client.send('DELETE', urls.sessions)).status).toBe(204)
    expect(client.cookies.sid).toBe('')
    expect((await second.client.send('GET', urls.accountData)).status).toBe(401)
    expect((await other.client.send('GET', urls.accountData)).status).toBe(200)
    expect((await client.send('DELETE', urls.sessions)).status).toBe(401)
  })
})

describe('PATCH /v1/account', () => {
  it.each([
    ['  Lena   Löwe ', 'Lena Löwe'],
    ['Le\u202Ena\u200B\u0007', 'Lena'],
    ['\u2066Anna\u2069\uFEFF\u00AD', 'Anna'],
    ['é'.repeat(40), 'é'.repeat(40)],
    ['李雷', '李雷'],
    ['O’Brien-Šmíd 🎭', 'O’Brien-Šmíd 🎭'],
    ['<b>Bo</b>', '<b>Bo</b>'],
    ['Nazi Hure', 'Nazi Hure'],
    ['Support Admin', 'Support Admin'],
    ['ကျွန်ုပ်တို့', 'ကျွန်ုပ်တို့'],
    ['مه\u200cآفرین', 'مه\u200cآفرین'],
    ['മോഹന്\u200d', 'മോഹന്\u200d'],
    ['👨‍👩‍👧‍👦'.repeat(40), '👨‍👩‍👧‍👦'.repeat(40)],
    ['Nguye\u0302\u0303n', 'Nguyễn'],
  ])('stores %j as %j', async (nickname, stored) => {
    const { client, user } = await newAccount(world)
    const { body } = await client.send<AccountData>('PATCH', urls.accountData, { nickname })
    expect(body.data).toMatchObject({ user_id: user.id, nickname: stored })
    expect((await client.send<AccountData>('GET', urls.accountData)).body.data.nickname).toBe(stored)
  })

  it.each([
    [{ nickname: '' }],
    [{ nickname: ' \u200B\u3164\u2800 ' }],
    [{ nickname: 'a'.repeat(41) }],
    [{ nickname: '👨‍👩‍👧‍👦'.repeat(41) }],
    [{ nickname: `a${'\u0301'.repeat(40)}` }],
    [{ nickname: '\u202e\u2066' }],
    [{ nickname: 7 }],
    [{}],
    [{ nickname: 'Lena', is_pro: true }],
    [{ nickname: 'Lena', id: 1 }],
  ])('refuses %j and changes nothing', async (body) => {
    const { client } = await newAccount(world)
    const before = await storedAccounts(world)
    const reply = await client.send('PATCH', urls.accountData, body)
    expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_request'])
    expect(await storedAccounts(world)).toEqual(before)
  })
})

describe('DELETE /v1/account', () => {
  it('v5.0.0-7.4.2: removes everything in the account, ends all its sessions, and leaves everything else', async () => {
    const other = await fullAccount('stays')
    const before = await storedAccounts(world)
    const { client, user, finished } = await fullAccount('goes')
    const { sid = '', visitor = '' } = client.cookies
    const elsewhere = await newAccount(world)
    await world.db.updateTable('sessions').set({ user_id: user.id }).where('user_id', '=', elsewhere.user.id).execute()
    await world.db.deleteFrom('users').where('id', '=', elsewhere.user.id).execute()

    expect((await client.send('DELETE', urls.accountData)).status).toBe(204)
    expect(client.cookies).toMatchObject({ sid: '', visitor: '' })
    expect(await storedAccounts(world)).toEqual(before)
    const items = await world.db
      .selectFrom('assessment_items')
      .select('assessment_id')
      .where('assessment_id', '=', finished.id)
      .execute()
    expect(items).toEqual([])

    const old = new ApiClient(world.app)
    old.setCookie('sid', sid)
    old.setCookie('visitor', visitor)
    for (const signedOut of [old, elsewhere.client])
      expect((await signedOut.send('GET', urls.accountData)).status).toBe(401)
    expect((await old.send('GET', urls.attempt(finished.id))).status).toBe(404)
    expect((await other.client.send('GET', urls.accountData)).status).toBe(200)
  })

  it('leaves its address in no table, not even in the counts of codes sent to a +tag', async () => {
    const { client } = await fullAccount('theodora')
    const limits = { CODES_PER_TARGET: 5, MAILS_PER_DAY: 100, SMS_PER_DAY: 0 }
    for (const [network, target] of ['theodora@example.test', 'theodora+quiz@example.test'].entries())
      await issueCode(
        { db: world.db, pepper: '', limits },
        { channel: 'email', target, browserHash: '', network: `${network}` },
      )
    const tables = (await world.db.introspection.getTables()).filter(({ isView }) => !isView)
    const mentions = async () => {
      const found: string[] = []
      for (const { name } of tables) {
        const { rows } = await sql`select from ${sql.table(name)} as row where row::text ilike '%theodora%'`.execute(
          world.db,
        )
        if (rows.length > 0) found.push(name)
      }
      return found.sort()
    }
    expect(await mentions()).toEqual(['code_challenges', 'emails', 'identities', 'users'])
    expect((await client.send('DELETE', urls.accountData)).status).toBe(204)
    expect(await mentions()).toEqual([])
  })

  it('deletes the events of its browser', async () => {
    const { client, user } = await newAccount(world)
    await client.play('english', () => false)
    const { visitor } = await world.db
      .selectFrom('assessments')
      .select('visitor')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    const tied = () => world.db.selectFrom('events').select('id').where('visitor', '=', visitor).execute()
    expect(await tied()).toHaveLength(QUESTIONS + 1)
    await client.send('DELETE', urls.accountData)
    expect(await tied()).toEqual([])
  })
})

it("visitors can use none of these calls, and other sites can't change anything", async () => {
  const { client } = await newAccount(world)
  const before = await storedAccounts(world)
  for (const [method, body] of [['GET'], ['PATCH', { nickname: 'Lena' }], ['DELETE']] as const) {
    const reply = await new ApiClient(world.app).send(method, urls.accountData, body)
    expect([method, reply.status, reply.body.error.code]).toEqual([method, 401, 'signed_out'])
    if (method === 'GET') continue
    const foreign = await client.send(method, urls.accountData, body, { 'sec-fetch-site': 'cross-site' })
    expect([method, foreign.status]).toEqual([method, 403])
  }
  expect(await storedAccounts(world)).toEqual(before)
})
