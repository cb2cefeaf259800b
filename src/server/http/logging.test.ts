import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let log = ''
let world: TestApp
beforeAll(async () => {
  world = await startTestApp({ LOG_LEVEL: 'debug' }, {}, { write: (line) => (log += line) })
})
afterAll(() => world.close())

it('v5.0.0-16.2.5, 15.16: logs requests by method and route, without personal data', async () => {
  log = ''
  const { client } = await newAccount(world, { nickname: 'Secretname' })
  await client.start('english')
  await client.send('PATCH', urls.accountData, { nickname: 'Othersecret' }, { 'user-agent': 'Secretagent' })
  await new ApiClient(world.app).send('POST', urls.codes, { channel: 'email', target: 'secret@example.test' })
  await client.page(`${urls.callback('google')}?code=secretcode&state=secretstate`)
  expect(log).toContain(`"method":"PATCH","route":"${urls.accountData}"`)
  expect(log).toContain(`"route":"${urls.callback(':provider')}"`)
  await client.page(urls.report('secretreport0123456789'))
  await client.page(`${urls.report('secretreport0123456789')}/`)
  await client.page('/%zzsecret')
  expect(log).toContain(`"route":"${urls.report(':id')}"`)
  for (const secret of [...Object.values(client.cookies), '127.0.0.1', 'remoteAddress'])
    expect(log).not.toContain(secret)
  expect(log).not.toMatch(/secret/i)
})

it('v5.0.0-16.2.5: logs the error of a failed statement without its values', async () => {
  log = ''
  const { client } = await newAccount(world)
  await world.db.schema.alterTable('users').renameColumn('nickname', 'hidden').execute()
  const { status, body } = await client.send('PATCH', urls.accountData, { nickname: 'Secretname' })
  await world.db.schema.alterTable('users').renameColumn('hidden', 'nickname').execute()
  expect([status, body.error.code]).toEqual([500, 'internal_error'])
  expect(log).toContain('column \\"nickname\\"')
  expect(log).not.toContain('Secretname')
  expect(JSON.stringify(body)).not.toContain('nickname')
})

it('each request has one line, with method, route, status, time, and the proxy’s id and trace', async () => {
  log = ''
  const id = '4bf92f3577b34da6a3ce929d0e0e4736'
  const headers = { 'x-request-id': id, traceparent: `00-${id}-00f067aa0ba902b7-01` }
  await world.app.inject({ url: urls.health, headers })
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toEqual([
    expect.objectContaining({
      reqId: id,
      trace_id: id,
      method: 'GET',
      route: urls.health,
      status: 200,
      ms: expect.any(Number),
    }),
  ])
  const missing = await world.app.inject({ url: '/v1/nothing', headers })
  expect(missing.json().error.request_id).toBe(id)
  log = ''
  await world.app.inject({ url: urls.health, headers: { 'x-request-id': 'made"up', traceparent: '00-x' } })
  expect(JSON.parse(log).reqId).toMatch(/^[0-9a-f-]{36}$/)
  expect(log).not.toMatch(/made|trace_id/)
})
