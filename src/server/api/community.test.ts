import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import type { CommunityPost, SharedReport } from '#contract/sharing.ts'
import { urls } from '#contract/urls.ts'
import { newAccount, storedAccounts } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

const LIMIT = 3

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({
    COMMUNITY_POSTS_PER_DAY: String(LIMIT),
    STAFF_EMAILS: 'Desk@example.test, b@example.test',
  })
})
afterAll(() => world.close())

async function newReport(client: ApiClient): Promise<string> {
  const { id } = await client.play('french', () => true)
  const { body } = await client.send<SharedReport>('POST', urls.reports, { assessment_id: id })
  return body.data.report_id
}

const post = (client: ApiClient, report_id: string, text?: string) =>
  client.send<CommunityPost>('POST', urls.communityPosts, text === undefined ? { report_id } : { report_id, text })

const remove = (client: ApiClient, id: string) => client.send('DELETE', urls.communityPost(id))

/** Somebody with a public report that is posted. */
async function poster(nickname: string, text = '') {
  const account = await newAccount(world, { nickname })
  const report = await newReport(account.client)
  const { body } = await post(account.client, report, text)
  return { ...account, report, post: body.data }
}

async function staff(): Promise<ApiClient> {
  const { client, user } = await newAccount(world)
  const email = { email: 'desk@example.test', user_id: user.id, verified_at: new Date() }
  await world.db
    .insertInto('emails')
    .values(email)
    .onConflict((known) => known.column('email').doUpdateSet(email))
    .execute()
  return client
}

const page = async () => (await new ApiClient(world.app).page(urls.community)).body

describe('POST /v1/community/posts', () => {
  it('puts the report into the community, once, with a cleaned text', async () => {
    const { client } = await newAccount(world, { nickname: 'Posting Paul' })
    const report = await newReport(client)
    const { status, body } = await post(client, report, '  First\n\n test \u202Eever\u0007 <b>!  ')
    expect(status).toBe(201)
    expect(body.data).toEqual({ post_id: expect.any(String), report_id: report, text: 'First test ever <b>!' })
    const html = await page()
    expect(html).toContain('Posting Paul')
    expect(html).toContain('First test ever &lt;b&gt;!')
    expect(html).toContain(`href="${urls.report(report)}"`)
    const again = await post(client, report)
    expect([again.status, again.body.error.code]).toEqual([409, 'already_posted'])
  })

  it('is in the account’s download', async () => {
    const { client } = await poster('Data Dora', 'Mine')
    const { body } = await client.send<AccountData>('GET', urls.accountData)
    expect(body.data.assessments[0]?.report?.post).toEqual({ text: 'Mine', created_at: expect.any(String) })
  })

  it.each([
    ['no text', undefined, 201],
    ['280 characters', '😀'.repeat(280), 201],
    ['281 characters', '😀'.repeat(281), 400],
    ['an offensive word', 'what a Bítch of a test', 400],
    ['a word forbidden only in names', 'The German case system is hard', 201],
    ['a text that is a number', 7 as unknown as string, 400],
  ])('%s', async (_name, text, status) => {
    const { client } = await newAccount(world)
    const report = await newReport(client)
    const before = await storedAccounts(world)
    expect((await post(client, report, text)).status).toBe(status)
    const after = await storedAccounts(world)
    if (status === 201) expect(after).not.toEqual(before)
    else expect(after).toEqual(before)
  })

  it('is refused for somebody else’s report, for no report and to a visitor, and changes nothing', async () => {
    const { client } = await newAccount(world)
    const report = await newReport(client)
    const stranger = (await newAccount(world)).client
    const before = await storedAccounts(world)
    for (const [who, id, status, code] of [
      [stranger, report, 404, 'not_found'],
      [client, 'A'.repeat(22), 404, 'not_found'],
      [client, 'mine', 400, 'invalid_request'],
      [new ApiClient(world.app), report, 401, 'signed_out'],
    ] as const) {
      const reply = await post(who, id)
      expect([reply.status, reply.body.error.code]).toEqual([status, code])
    }
    const foreign = { report_id: report, user_id: 1 }
    expect((await client.send('POST', urls.communityPosts, foreign)).status).toBe(400)
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    expect((await client.send('POST', urls.communityPosts, { report_id: report }, crossSite)).status).toBe(403)
    expect(await storedAccounts(world)).toEqual(before)
  })

  it(`is allowed ${LIMIT} times in 24 hours, even at once`, async () => {
    const { client } = await newAccount(world)
    const reports = []
    for (let made = 0; made <= LIMIT; made++) reports.push(await newReport(client))
    const replies = await Promise.all(reports.map((report) => post(client, report)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429])
    const refused = reports[replies.findIndex(({ status }) => status === 429)] as string
    await world.db
      .updateTable('post_ledger')
      .set({ posted_at: new Date(Date.now() - 25 * 3600_000) })
      .execute()
    expect((await post(client, refused)).status).toBe(201)
  })
})

it(`a deleted post and an unshared report still count toward the daily limit`, async () => {
  const { client } = await newAccount(world)
  const { id } = await client.play('french', () => true)
  const statuses = []
  for (let made = 0; made <= LIMIT; made++) {
    const { body } = await client.send<SharedReport>('POST', urls.reports, { assessment_id: id })
    const posted = await post(client, body.data.report_id)
    statuses.push(posted.status)
    if (posted.status === 201 && made % 2) await remove(client, posted.body.data.post_id)
    await client.send('DELETE', urls.sharedReport(body.data.report_id))
  }
  expect(statuses).toEqual([201, 201, 201, 429])
})

describe('DELETE /v1/community/posts/{id}', () => {
  it('what staff took down cannot be shared or posted again, even from a new report', async () => {
    const { client, report, post: made } = await poster('Persistent Pia')
    const { assessment_id } = await world.db
      .selectFrom('reports')
      .select('assessment_id')
      .where('id', '=', report)
      .executeTakeFirstOrThrow()
    expect((await remove(await staff(), made.post_id)).status).toBe(204)
    const share = () => client.send<SharedReport>('POST', urls.reports, { assessment_id })
    expect((await share()).body.data.report_id).toBe(report)
    expect((await client.send('DELETE', urls.sharedReport(report))).status).toBe(204)
    const again = await share()
    expect([again.status, again.body.error.code]).toEqual([403, 'taken_down'])
    expect((await post(client, report)).status).toBe(404)
    // Other results of the same account are not affected.
    expect((await post(client, await newReport(client))).status).toBe(201)
  })

  it('lets the author delete, and then post again', async () => {
    const { client, report, post: made } = await poster('Deleting Dan')
    expect((await remove(client, made.post_id)).status).toBe(204)
    expect(await page()).not.toContain('Deleting Dan')
    expect((await remove(client, made.post_id)).status).toBe(404)
    expect((await post(client, report)).status).toBe(201)
  })

  it('lets staff take it down: the text is gone for good, and the report cannot be posted again', async () => {
    const { client, report, post: made } = await poster('Taken Tina', 'A secret of hers')
    expect((await remove(await staff(), made.post_id)).status).toBe(204)
    expect(await page()).not.toContain('Taken Tina')
    expect(JSON.stringify(await storedAccounts(world))).not.toContain('A secret of hers')
    expect((await post(client, report)).body.error.code).toBe('already_posted')
    expect((await remove(client, made.post_id)).status).toBe(404)
  })

  it('lets nobody else', async () => {
    const { post: made } = await poster('Safe Sara')
    const unproved = await newAccount(world)
    await world.db
      .insertInto('emails')
      .values({ email: 'b@example.test', user_id: unproved.user.id, verified_at: null })
      .execute()
    const before = await storedAccounts(world)
    for (const [who, status] of [
      [(await newAccount(world, { nickname: 'staff', is_pro: true, is_tutor: true })).client, 404],
      [unproved.client, 404],
      [new ApiClient(world.app), 401],
    ] as const)
      expect((await remove(who, made.post_id)).status).toBe(status)
    expect((await storedAccounts(world)).community_posts).toEqual(before.community_posts)
    expect(await page()).toContain('Safe Sara')
    expect((await remove(await staff(), 'x')).status).toBe(400)
  })
})

describe('a post is deleted with', () => {
  it('its report', async () => {
    const { client, report, post: made } = await poster('Revoking Rita')
    await client.send('DELETE', urls.sharedReport(report))
    expect(await page()).not.toContain('Revoking Rita')
    expect(JSON.stringify((await storedAccounts(world)).community_posts)).not.toContain(made.post_id)
  })

  it('its account', async () => {
    const { client, post: made } = await poster('Leaving Leo')
    await client.send('DELETE', urls.accountData)
    expect(await page()).not.toContain('Leaving Leo')
    expect(JSON.stringify(await storedAccounts(world))).not.toContain(made.post_id)
  })
})
