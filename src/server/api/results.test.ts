import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import type { FinishedResult } from '#contract/results.ts'
import { urls } from '#contract/urls.ts'
import { newAccount, storedAccounts } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startLimitedApp, startTestApp, type TestApp } from '#harness/test-app.ts'

const TOKENS = ['a'.repeat(32), `${'b'.repeat(31)}=`]

let world: TestApp
let server: ApiClient
beforeAll(async () => {
  world = await startTestApp({ RESULTS_API_TOKEN: TOKENS.join(', ') })
  server = new ApiClient(world.app)
})
afterAll(() => world.close())

const as = (token: string) => ({ authorization: `Bearer ${token}` })
const ask = <Data>(method: 'GET' | 'DELETE', url: string, token = TOKENS[0] as string) =>
  server.send<Data>(method, url, undefined, as(token))

it('accepts every token in the setting, and nothing else', async () => {
  const url = urls.userResults('7')
  for (const id of ['9999999999', 'no-number', '0']) expect((await ask('GET', urls.userExport(id))).status).toBe(404)
  for (const token of TOKENS) expect((await ask('GET', url, token)).status).toBe(200)
  const { client } = await newAccount(world)
  const refused = ['', 'Bearer', `Basic ${TOKENS[0]}`, `Bearer ${TOKENS[0]}x`, `Bearer ${TOKENS.join(', ')}`]
  for (const authorization of refused) {
    const reply = await world.app.inject({ url, headers: { authorization }, cookies: client.cookies })
    expect([authorization, reply.statusCode, reply.json().error.code]).toEqual([authorization, 401, 'token_refused'])
    expect(reply.headers['www-authenticate']).toBe('Bearer')
  }
})

it('/openapi.json has the webhook and the token', async () => {
  const { webhooks, paths } = (await server.page(urls.openapi)).json()
  const { schema } = webhooks['assessment.finished'].post.requestBody.content['application/json']
  expect(Object.keys(schema.properties)).toEqual(['type', 'timestamp', 'data'])
  expect(paths['/v1/users/{user_id}/results'].get.security).toEqual([{ service: [] }])
})

it("reads a person's results, newest first and page by page, exports them and deletes them", async () => {
  const { client, user } = await newAccount(world, { nickname: 'Ada' })
  const played = [await client.play('french', () => true), await client.play('german', () => false)]
  const id = String(user.id)
  type Page = { results: FinishedResult[]; next_before: string | null }
  const { data } = (await ask<Page>('GET', urls.userResults(id))).body
  expect(data.results.map(({ assessment_id, level }) => [assessment_id, level])).toEqual(
    played.toReversed().map((one) => [one.id, one.result?.level]),
  )
  expect(data.results[0]).toMatchObject({ user_id: id, answers: { asked: 15, right: 0, unknown: 15 } })
  const rest = await ask<Page>('GET', `${urls.userResults(id)}?before=${played[1]?.id}`)
  expect(rest.body.data).toEqual({ results: [data.results[1]], next_before: null })

  const own: { data: AccountData } = (await client.page(`${urls.accountData}?download=1`)).json()
  const sessions = own.data.sessions.map((session) => ({ ...session, is_current: false }))
  expect((await ask('GET', urls.userExport(id))).body.data).toEqual({ ...own.data, sessions })

  const other = await newAccount(world, { nickname: 'Bob' })
  expect((await ask('DELETE', urls.userData(id))).status).toBe(204)
  expect(JSON.stringify(await storedAccounts(world))).not.toContain('Ada')
  expect((await client.send('GET', urls.accountData)).status).toBe(401)
  expect((await other.client.send('GET', urls.accountData)).status).toBe(200)
  expect((await ask('DELETE', urls.userData(id))).status).toBe(204)
  expect((await ask('GET', urls.userExport(id))).status).toBe(404)
  expect((await ask('GET', urls.userResults(id))).body.data).toEqual({ results: [], next_before: null })
})

it('limits calls with a wrong token separately from those with a right one from the same address', async () => {
  const limited = await startLimitedApp(
    { serviceCalls: 3, refusedServiceCalls: 3 },
    { RESULTS_API_TOKEN: TOKENS.join(', ') },
  )
  const statuses = async (token: string, remoteAddress: string) => {
    const call = () =>
      limited.app.inject({ url: urls.userResults('7'), headers: { authorization: `Bearer ${token}` }, remoteAddress })
    const replies = [await call(), await call(), await call(), await call(), await call()]
    return replies.map(({ statusCode }) => statusCode)
  }
  const right = TOKENS[1] as string
  expect(await statuses('wrong', '192.0.2.1')).toEqual([401, 401, 401, 429, 429])
  expect(await statuses(right, '192.0.2.1')).toEqual([200, 200, 200, 429, 429])
  expect(await statuses(right, '192.0.2.2')).toEqual([200, 200, 200, 429, 429])
  expect(await statuses('wrong', '192.0.2.2')).toEqual([401, 401, 401, 429, 429])
  await limited.close()
})
