import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import type { CommunityPost } from '#contract/community.ts'
import type { SharedReport } from '#contract/reports.ts'
import { urls } from '#contract/urls.ts'
import { newAccount, storedAccounts } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world.close())

async function newReport(client: ApiClient): Promise<string> {
  const { id } = await client.play('french', () => true)
  const { body } = await client.send<SharedReport>('POST', urls.reports, { assessment_id: id })
  return body.data.report_id
}

const post = (client: ApiClient, report_id: string, text?: string) =>
  client.send<CommunityPost>('POST', urls.communityPosts, text === undefined ? { report_id } : { report_id, text })

/** A user with a posted public report. */
async function poster(nickname: string, text = '') {
  const account = await newAccount(world, { nickname })
  const report = await newReport(account.client)
  const { body } = await post(account.client, report, text)
  return { ...account, report, post: body.data }
}

const page = async () => (await new ApiClient(world.app).page(urls.community)).body

describe('POST /v1/community/posts', () => {
  it('posts the report to the community once, with cleaned text', async () => {
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
    ['281 characters, counted with the spaces around it', ` ${'👩‍🚀'.repeat(280)} `, 201],
    ['a number as the text', 7 as unknown as string, 400],
  ])('%s', async (_name, text, status) => {
    const { client } = await newAccount(world)
    const report = await newReport(client)
    const before = await storedAccounts(world)
    expect((await post(client, report, text)).status).toBe(status)
    const after = await storedAccounts(world)
    if (status === 201) expect(after).not.toEqual(before)
    else expect(after).toEqual(before)
  })

  it('is refused for another user’s report, for an unknown report, and for a visitor, and changes nothing', async () => {
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
