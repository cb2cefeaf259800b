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

it('v5.0.0-16.2.5 (25), 15.16: names requests by method and route and nothing of the people behind them', async () => {
  log = ''
  const { client } = await newAccount(world, { nickname: 'Secretname' })
  await client.start('english')
  await client.send('PATCH', urls.accountData, { nickname: 'Othersecret' }, { 'user-agent': 'Secretagent' })
  await new ApiClient(world.app).send('POST', urls.codes, { channel: 'email', target: 'secret@example.test' })
  await client.page(`${urls.callback('google')}?code=secretcode&state=secretstate`)
  expect(log).toContain(`"method":"PATCH","url":"${urls.accountData}"`)
  expect(log).toContain(`"url":"${urls.callback(':provider')}"`)
  await client.page(urls.report('secretreport0123456789'))
  await client.page(`${urls.report('secretreport0123456789')}/`)
  await client.page('/%zzsecret')
  expect(log).toContain(`"url":"${urls.report(':id')}"`)
  for (const secret of [...Object.values(client.cookies), '127.0.0.1', 'remoteAddress'])
    expect(log).not.toContain(secret)
  expect(log).not.toMatch(/secret/i)
})

it('v5.0.0-16.2.5 (25): of a failed statement it keeps the fault and leaves out the values', async () => {
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
