import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MARKETPLACE_CALLS, type MarketplaceCall } from '#contract/marketplace-calls.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { startTwoServices, type TwoServices } from '#harness/marketplace-and-quiz.ts'
import { replyWithFault, TRANSPORT_FAULTS } from '#harness/peers/faults.ts'
import { listen } from '#server/demo/identity/stand-in.ts'
import { checkMarketplace, type MarketplaceCheck, remarks } from './check-calls.ts'
import { marketplaceContract } from './contract.ts'

let two: TwoServices
/** The address of each implementation. */
let addresses: Record<'built in' | 'linked', string>
let cookie: string
beforeAll(async () => {
  two = await startTwoServices()
  const linked = await two.quiz.app.listen({ port: 0, host: '127.0.0.1' })
  addresses = { 'built in': two.market.app.listeningOrigin, linked }
  cookie = `sid=${(await newAccount(two.market)).client.cookies.sid}`
})
afterAll(() => two.close())

const check = (url: string, more: Partial<MarketplaceCheck> = {}) =>
  checkMarketplace({ url, onboardingPath: urls.onboarding, mayWrite: false, ...more })

async function run(...parameters: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['src/operators/check-marketplace/check.ts', ...parameters])
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { code, output }
}

describe.each(['built in', 'linked'] as const)('against our own marketplace, %s', (implementation) => {
  it('passes all calls when signed in', async () => {
    const results = await check(addresses[implementation], { session: { cookie }, mayWrite: true })
    expect(results.flatMap(({ errors }) => errors)).toEqual([])
    expect(results.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(results.find(({ call }) => call.includes('wechat'))).toMatchObject({
      status: 404,
      notes: [expect.stringContaining('WECHAT_APP_ID')],
    })
  })

  it('passes when signed out, and writes only on request', async () => {
    const results = await check(addresses[implementation])
    expect(results.flatMap(({ errors }) => errors)).toEqual([])
    expect(results.filter(({ notes }) => notes.join().includes('signed out'))).toHaveLength(4)
    expect(results.filter(({ notes }) => notes.join().includes('skipped'))).toHaveLength(2)
  })

  it('reports a cookie without a session', async () => {
    const [login] = await check(addresses[implementation], { session: { cookie: `sid=${'x'.repeat(43)}` } })
    expect(login?.errors.join()).toContain('user_id')
  })
})

it('the command exits with 0', async () => {
  const { code, output } = await run(addresses['built in'], '--cookie', cookie)
  // On a busy machine the first call may be slow, which is reported but breaks nothing.
  expect(output).toMatch(/GET \/v2\/login +200 +\d+ +(ok|slow: )/)
  expect([code, output]).toEqual([0, expect.stringContaining('Nothing breaks the contract.')])
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
    for (const summary of [
      'data.country_id must be two capital letters such as DE, or null (found 5; 5 times)',
      'data.0.user_info.user_id must be a whole number from 1 to 9007199254740991 or 1 to 64 letters',
      'data.0.course_info.min_price must be a whole number (found 12.5; 9 times)',
    ])
      expect(output).toContain(summary)
    expect(output).toMatch(/\d+ of 11 calls break the contract/)
  })

  it('reports changing and repeated ids, language names, allowed values, and languages without results', async () => {
    let calls = 0
    const paths: string[] = []
    const teacher = (user_id: number | string, nickname: string) => ({
      user_info: { user_id, nickname, origin_country_id: 'fr' },
      teacher_info: { levels: ['B1', 'B7'] },
      course_info: { min_price: 1200 },
    })
    const set = {
      title: 'La gare',
      front_language: 'fr',
      back_language: 'english',
      language_level: 'B1',
      text_code: [],
    }
    const statistics = { algo_detail: { recipe_name: 'a', campaign_name: 'b' } }
    const user = { register_status: 5, learning_language: 'es' }
    const known = [
      { language: 'Deutsch', level: 'B1', is_learning: true },
      { language: 'portuguese', level: 'B1', is_learning: true },
      { language: '', level: 1, is_learning: true },
    ]
    const replies: Record<string, () => unknown> = {
      [urls.login]: () => ({ data: { user_id: 7, country_id: 'Germany' } }),
      [urls.foundation]: () => ({ data: { user, language_list: known } }),
      [urls.user(7)]: () => ({ data: { user_id: 8, language_list: known } }),
      [urls.teacherSearch]: () => {
        const rows = [
          teacher(`t-${calls++}`, 'Noor'),
          teacher('x'.repeat(80), 'Ana'),
          teacher(5, 'Lee'),
          teacher(5, 'Kim'),
        ]
        return { data: rows, statistics }
      },
      [urls.cardSetsExplore]: () => ({
        data: [9999, 'c-1'].map((creator_id) => ({
          ...set,
          card_set_id: creator_id,
          creator_id,
          card_count: 3,
          copied_count: 4,
        })),
      }),
      [urls.userMini(9999)]: () => ({ data: { user_id: 1 } }),
    }
    const peer = await listen((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://peer')
      paths.push(pathname)
      const isKnown = searchParams.get('language') !== 'chinese'
      const purposes = { data: { adult_purpose: [{ name: 'fun', text_code: 'x' }], kids_purpose: [] } }
      // A gateway that redirects people without a session to its sign-in page and requires its own secret with every
      // call.
      if (request.headers['x-service-secret'] !== 's') return void response.writeHead(403).end()
      if (!request.headers.authorization) return void response.writeHead(302, { location: '/sign-in' }).end()
      response.writeHead(isKnown ? 200 : 400, { 'content-type': 'application/json' })
      response.end(JSON.stringify(pathname === urls.purposes ? purposes : (replies[pathname]?.() ?? { data: {} })))
    })
    const results = await check(peer.url, {
      session: { authorization: 'Bearer s' },
      headers: { 'x-service-secret': 's' },
    })
    await peer.close()
    const summary = Object.fromEntries(
      results.map(({ call, errors, notes }) => [call.split(' ')[1], [...errors, ...notes]]),
    )
    const lines = (path: string) => expect(summary[path]?.join('\n'))
    lines(urls.login).toContain(
      'data.country_id must be two capital letters such as DE, or null (found "Germany"; 5 times)',
    )
    for (const line of [
      'signed out, the status must be one of 200, 401 (found 302)',
      'data.user.learning_language must be spanish for that language (found "es"',
      'data.language_list.0.language must be german for that language (found "Deutsch"',
      'data.language_list.0.level must be a whole number from 1 (A1) to 6 (C2), or 7 (native), for a tested language (found "B1"',
      'data.language_list.2.language must name a language (found ""',
      "passed through because the quiz doesn't test them: portuguese",
    ])
      lines(urls.foundation).toContain(line)
    lines(urls.user(':id')).toContain('data.user_id must be the requested user, 7 (found 8')
    for (const line of [
      'data.0.user_info.user_id must stay the same from call to call (first t-0) (found "t-8"; english)',
      'data.1.user_info.user_id must be a whole number from 1 to 9007199254740991 or 1 to 64 letters',
      'xxx… (82 characters)',
      'data.3.user_info.user_id must be unique among the rows (found "5"; 9 times)',
      'data.0.user_info.origin_country_id must be two capital letters such as DE, or null (found "fr"; 36 times)',
    ])
      lines(urls.teacherSearch).toContain(line)
    for (const line of [
      'the status must be 200 (found 400; chinese)',
      'data.adult_purpose.0.name must be one of work, exams_or_schools, ',
      'other_purpose (found "fun"; 8 times',
    ])
      lines(urls.purposes).toContain(line)
    lines(urls.cardSetsExplore).toContain('data.0.front_language must be one of english, spanish, ')
    lines(urls.userMini(':creator_id')).toContain('data.user_id must be the requested user, c-1')
    lines(urls.userMini(':creator_id')).toContain('must be the requested user, 9999 (found 1; 5 times)')
    // Once per creator of a card set.
    expect(paths.filter((path) => path === urls.userMini('c-1'))).toHaveLength(1)
  })

  it.each(TRANSPORT_FAULTS.filter((error) => error !== 'no reply' && error !== 'one byte per second'))(
    '%s is reported for each call',
    async (error) => {
      const peer = await listen((_request, response) => replyWithFault(error, response))
      const results = await check(peer.url, { session: { cookie: 'session=s' } })
      await peer.close()
      const asked = results.filter(({ notes }) => !notes.join().includes('skipped'))
      expect(asked.every(({ errors }) => errors.length > 0)).toBe(true)
    },
  )
})

describe('the time limit', () => {
  const remarksOn = (name: 'getLogin' | 'getPurposes', times: number[]) =>
    remarks(
      MARKETPLACE_CALLS.find((call) => call.name === name) as MarketplaceCall,
      times.map((ms) => ({ ms, status: 200, json: {}, request: { path: '/', body: undefined, userId: undefined } })),
    )

  it('breaks the contract of the login if most calls exceed it, and is reported with the figures otherwise', () => {
    const slow = '1 of 3 took longer than 700 ms (120, 912, 90 ms)'
    expect(remarksOn('getLogin', [120, 90, 700])).toEqual({ errors: [], notes: [] })
    expect(remarksOn('getLogin', [120, 912, 90])).toEqual({ errors: [], notes: [`slow: ${slow}`] })
    expect(remarksOn('getLogin', [820, 912, 90]).errors.join()).toMatch(/^too slow: 2 of 3/)
    expect(remarksOn('getPurposes', [820, 912, 90]).notes.join()).toMatch(/^slow: 2 of 3/)
  })
})

describe('the contract', () => {
  it('is printed as OpenAPI, with every forwarded call and the schemas that check replies', () => {
    const { openapi, info, paths } = JSON.parse(JSON.stringify(marketplaceContract('/v9/onboard')))
    expect(openapi).toBe('3.1.1')
    expect(MARKETPLACE_CALLS.map(({ url }) => url)).toContain(urls.wechatJsApi)
    expect(Object.keys(paths)).toHaveLength(MARKETPLACE_CALLS.length)
    for (const { method, url, schema } of MARKETPLACE_CALLS) {
      const path = url === urls.onboarding ? '/v9/onboard' : url.replace(/:(\w+)/g, '{$1}')
      const printed = paths[path][method.toLowerCase()].responses[200].content['application/json'].schema
      expect(printed).toEqual(JSON.parse(JSON.stringify(schema.response[200])))
    }
    expect(info.description).toContain('700 ms')
    expect(paths[urls.teacherSearch].post.security).toEqual([{ session: [] }])
  })
})
