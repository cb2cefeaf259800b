import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import type { SharedReport } from '#contract/reports.ts'
import { urls } from '#contract/urls.ts'
import { newAccount, storedAccounts } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({ PUBLIC_URL: 'https://quiz.example' })
})
afterAll(() => world.close())

const share = (client: ApiClient, assessment_id: string) =>
  client.send<SharedReport>('POST', urls.reports, { assessment_id })

/** An account with a finished attempt, shared. */
async function sharer(nickname = 'Lena') {
  const account = await newAccount(world, { nickname })
  const attempt = await account.client.play('french', () => true)
  const { body } = await share(account.client, attempt.id)
  return { ...account, attempt, report: body.data }
}

describe('POST /v1/reports', () => {
  it('returns an unguessable URL, and the same one when repeated, even at the same time', async () => {
    const { client, attempt, report } = await sharer()
    expect(report.report_id).toMatch(/^[\w-]{22}$/)
    expect(report.url).toBe(`https://quiz.example${urls.report(report.report_id)}`)
    const [one, other] = await Promise.all([share(client, attempt.id), share(client, attempt.id)])
    const again = { ...report, is_new: false }
    expect([report.is_new, one.status, one.body.data, other.body.data]).toEqual([true, 201, again, again])
    const ids = new Set(await Promise.all([sharer(), sharer()]).then((all) => all.map((each) => each.report.report_id)))
    expect(ids.size).toBe(2)
    for (const id of ids) expect(Buffer.from(id, 'base64url')).toHaveLength(16)
  })

  it('is refused for another user’s assessment, an open one, or an invalid id, and changes nothing', async () => {
    const { client, attempt } = await sharer()
    const open = await client.start('german')
    const stranger = (await newAccount(world)).client
    const visitor = new ApiClient(world.app)
    const visited = await visitor.play('french', () => false)
    const before = await storedAccounts(world)
    for (const [who, id, status, code] of [
      [stranger, attempt.id, 404, 'assessment_not_found'],
      [stranger, visited.id, 404, 'assessment_not_found'],
      [visitor, visited.id, 401, 'signed_out'],
      [client, open.id, 409, 'assessment_open'],
      [client, crypto.randomUUID(), 404, 'assessment_not_found'],
      [client, 'mine', 400, 'invalid_request'],
    ] as const) {
      const reply = await share(who, id)
      expect([reply.status, reply.body.error.code]).toEqual([status, code])
    }
    const extra = await client.send('POST', urls.reports, { assessment_id: attempt.id, report_id: 'a'.repeat(22) })
    expect(extra.status).toBe(400)
    expect(await storedAccounts(world)).toEqual(before)
  })
})

describe('in China', () => {
  const app = { 'user-agent': 'Mozilla/5.0 LanguageQuizApp/1.0' }

  it.each([
    ['the profile', { country_id: 'CN' }, undefined],
    ['the cookie', { country_id: 'DE' }, 'CN'],
  ])('by %s: nothing can be shared outside the app, and shared reports can be withdrawn', async (_, user, cookie) => {
    const { client } = await newAccount(world, user)
    if (cookie) client.setCookie('country_id', cookie)
    const attempt = await client.play('french', () => true)
    const before = await storedAccounts(world)
    const { status, body } = await share(client, attempt.id)
    expect([status, body.error.code]).toEqual([403, 'forbidden'])
    expect(await storedAccounts(world)).toEqual(before)

    const inside = await client.send<SharedReport>('POST', urls.reports, { assessment_id: attempt.id }, app)
    expect(inside.status).toBe(201)
    const { report_id } = inside.body.data
    const posted = await client.send('POST', urls.communityPosts, { report_id })
    expect([posted.status, posted.body.error.code]).toEqual([403, 'forbidden'])
    expect((await client.send('POST', urls.communityPosts, { report_id }, app)).status).toBe(201)
    expect((await client.send('DELETE', urls.sharedReport(report_id))).status).toBe(204)
  })

  it('by the CDN’s header', async () => {
    const behindEdge = await startTestApp({ COUNTRY_HEADER: 'CF-IPCountry' })
    const { client } = await newAccount(behindEdge)
    const { id } = await client.play('french', () => true)
    const from = (country: string) =>
      client.send('POST', urls.reports, { assessment_id: id }, { 'cf-ipcountry': country })
    expect([(await from('CN')).status, (await from('DE')).status]).toEqual([403, 201])
    await behindEdge.close()
  })
})

describe('DELETE /v1/reports/{id}', () => {
  it('withdraws the report for good, so sharing again returns another URL', async () => {
    const { client, attempt, report } = await sharer()
    expect((await client.send('DELETE', urls.sharedReport(report.report_id))).status).toBe(204)
    expect((await client.page(urls.report(report.report_id))).statusCode).toBe(404)
    const again = await client.send('DELETE', urls.sharedReport(report.report_id))
    expect([again.status, again.body.error.code]).toEqual([404, 'not_found'])
    expect((await share(client, attempt.id)).body.data.report_id).not.toBe(report.report_id)
    expect((await client.page(urls.report(report.report_id))).statusCode).toBe(404)
  })

  it('is only for the owner', async () => {
    const { report } = await sharer()
    const address = urls.sharedReport(report.report_id)
    const stranger = (await newAccount(world)).client
    expect((await stranger.send('DELETE', address)).status).toBe(404)
    expect((await new ApiClient(world.app).send('DELETE', address)).status).toBe(401)
    expect((await stranger.send('DELETE', urls.sharedReport('short'))).status).toBe(400)
    expect((await stranger.page(urls.report(report.report_id))).statusCode).toBe(200)
  })
})

it('rejects sharing and withdrawing requested by another site', async () => {
  const { client, attempt, report } = await sharer()
  const foreign = { 'sec-fetch-site': 'cross-site' }
  const address = urls.sharedReport(report.report_id)
  expect((await client.send('POST', urls.reports, { assessment_id: attempt.id }, foreign)).status).toBe(403)
  expect((await client.send('DELETE', address, undefined, foreign)).status).toBe(403)
})

it('the account’s data includes its reports, and deleting the account deletes them', async () => {
  const { client, attempt, report } = await sharer()
  const { data } = (await client.send<AccountData>('GET', urls.accountData)).body
  expect(data.assessments).toMatchObject([
    {
      assessment_id: attempt.id,
      report: { report_id: report.report_id, created_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    },
  ])
  await client.send('DELETE', urls.accountData)
  expect((await new ApiClient(world.app).page(urls.report(report.report_id))).statusCode).toBe(404)
})
