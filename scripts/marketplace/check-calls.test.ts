import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { answerWithFault, TRANSPORT_FAULTS } from '#harness/peers/faults.ts'
import { startTestDemo, type TestApp } from '#harness/test-app.ts'
import { listen } from '#server/demo/identity/stand-in.ts'
import { checkMarketplace, type MarketplaceCheck } from './check-calls.ts'

let market: TestApp
let url: string
let cookie: string
beforeAll(async () => {
  market = await startTestDemo()
  url = await market.app.listen({ port: 0, host: '127.0.0.1' })
  cookie = `sid=${(await newAccount(market)).client.cookies.sid}`
})
afterAll(() => market.close())

const check = (more: Partial<MarketplaceCheck> = {}) =>
  checkMarketplace({ url, onboardingPath: urls.onboarding, mayWrite: false, ...more })

async function run(...parameters: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['scripts/check-marketplace.ts', ...parameters])
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { code, output }
}

describe('against our own product', () => {
  it('nothing breaks, signed in, all calls', async () => {
    const results = await check({ cookie, mayWrite: true })
    expect(results.flatMap(({ problems }) => problems)).toEqual([])
    expect(results.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(results.at(-1)).toMatchObject({ status: 404, note: expect.stringContaining('WECHAT_APP_ID') })
  })

  it('nothing breaks signed out, and nothing is written unless asked', async () => {
    const results = await check()
    expect(results.flatMap(({ problems }) => problems)).toEqual([])
    expect(results.filter(({ note }) => note.includes('signed out'))).toHaveLength(4)
    expect(results.filter(({ note }) => note.includes('left out'))).toHaveLength(2)
  })

  it('reports a cookie of nobody', async () => {
    const [login] = await check({ cookie: `sid=${'x'.repeat(43)}` })
    expect(login?.problems.join()).toContain('user_id')
  })

  it('the command ends with 0', async () => {
    const { code, output } = await run(url, '--cookie', cookie)
    expect(output).toMatch(/GET \/v2\/login +200 +\d+ +ok/)
    expect([code, output]).toEqual([0, expect.stringContaining('Nothing breaks the contract.')])
  })
})

describe('against a marketplace that breaks the contract', () => {
  it('reports each broken field with its rule', async () => {
    const teacher = { user_info: { user_id: '' }, teacher_info: {}, course_info: { min_price: 12.5 } }
    const peer = await listen((request, response) => {
      response.setHeader('content-type', 'application/json')
      const isTeachers = request.url === urls.teacherSearch
      response.end(JSON.stringify(isTeachers ? { data: [teacher] } : { data: { country_id: 5, user_id: 1 } }))
    })
    const { code, output } = await run(peer.url, '--cookie', 'session=s')
    await peer.close()
    expect(code).toBe(1)
    for (const told of [
      'data.country_id ',
      'data.0.user_info.user_id must',
      'data.0.course_info.min_price must be integer',
      'must have required properties statistics',
    ])
      expect(output).toContain(told)
    expect(output).toMatch(/\d+ of 11 calls break the contract/)
  })

  it.each(TRANSPORT_FAULTS.filter((fault) => fault !== 'no answer' && fault !== 'one byte a second'))(
    '%s is a problem of each call',
    async (fault) => {
      const peer = await listen((_request, response) => answerWithFault(fault, response))
      const results = await check({ url: peer.url, cookie: 'session=s' })
      await peer.close()
      const asked = results.filter(({ note }) => !note.includes('left out'))
      expect(asked.every(({ problems }) => problems.length > 0)).toBe(true)
    },
  )
})
