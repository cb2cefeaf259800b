import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startServer } from '#harness/server-process.ts'
import { type Attacked, MODES, startAttacked } from './attacked.ts'
import type { Asking } from './refused-asker.ts'
import { median } from './two-samples.ts'

/** How long the attack with refused requests lasts, for each number of connections. */
const ATTACK_MS = 5000
/** The allowance for one address under the default of ASSESSMENTS_PER_HOUR. */
const EARLY_EVENTS = 3000

const flow_id = '0-english-1795259399587'
const landing = (occurred_at = new Date().toISOString()) => ({
  name: 'view_free_assessment_landing_page',
  occurred_at,
  properties: { flow_id },
})

describe.each(MODES)('the product %s', (mode) => {
  const isLinked = mode === 'with a marketplace'
  let attacked: Attacked
  beforeAll(async () => {
    attacked = await startAttacked(mode, { ASSESSMENTS_PER_HOUR: '600', CODES_PER_TARGET: '1' })
  })
  afterAll(() => attacked?.stop())

  it('of 20,000 events sent without a visitor, few are stored, and no forged results', async () => {
    const events = new Array(49).fill(landing())
    const properties = { flow_id, language: 'french', level: 'C2' }
    const forged = { name: 'view_report', occurred_at: landing().occurred_at, properties }
    for (let batch = 0; batch < 400; batch++)
      await attacked.send(urls.events, {
        body: { events: [...events, forged] },
        cookie: `visitor=${String(batch).padStart(43, 'x')}`,
      })
    const rows = await attacked.db.selectFrom('events').select('name').execute()
    expect(rows.length).toBeLessThanOrEqual(EARLY_EVENTS)
    expect(rows.filter(({ name }) => name === forged.name)).toEqual([])
  })

  describe('an address that is refused', () => {
    const ip = '198.51.100.1'
    /** Requests for codes; with a linked marketplace, starts of tests, each as a different user. */
    const refusedRequest = isLinked
      ? { path: urls.attempts, cookie: 'sid={number}-x', body: { language: 'english' } }
      : { path: urls.codes, cookie: '', body: { channel: 'email', target: 'a@example.com' } }

    /** The median wait of other visitors, with their statuses. */
    const visitMeanwhile = async (milliseconds: number) => {
      const until = performance.now() + milliseconds
      const times: number[] = []
      const statuses = new Set<number>()
      for (let visit = 0; performance.now() < until; visit++) {
        const begun = performance.now()
        const from = `203.0.113.${visit % 250}`
        statuses.add((await attacked.send(urls.attempts, { from, body: { language: 'english' } })).status)
        times.push(performance.now() - begun)
      }
      return { ms: median(times), statuses: [...statuses] }
    }

    // The times are printed, not asserted, because attacker, visitor, and server share the machine.
    it.each([60, 700])('rejects no other visitors with %i connections', async (connections) => {
      const { path, cookie, body } = refusedRequest
      while ((await attacked.send(path, { from: ip, cookie, body })).status !== 429);
      const before = attacked.marketplace?.loginCalls
      const quiet = await visitMeanwhile(1000)
      const headers = { 'x-forwarded-for': ip, 'content-type': 'application/json', cookie }
      const workerData: Asking = {
        origin: attacked.server.origin,
        path,
        headers,
        body: JSON.stringify(body),
        connections,
      }
      const attacker = new Worker(new URL('refused-asker.ts', import.meta.url), { workerData })
      const others = await visitMeanwhile(ATTACK_MS)
      attacker.postMessage('stop')
      const [statuses] = (await once(attacker, 'message')) as [[status: number, count: number][]]
      const refused = `${statuses.map(([status, count]) => `${count} answers ${status}`)}`
      console.log(
        `${mode}, ${connections} connections, ${refused}: others ${others.ms.toFixed(0)} ms, before ${quiet.ms.toFixed(0)} ms`,
      )
      expect(statuses.filter(([status]) => status < 400)).toEqual([])
      expect(others.statuses).toEqual([201])
      expect(attacked.marketplace?.loginCalls, 'the marketplace gets none of the refused requests').toBe(before)
    })
  })

  it('no cacheable reply contains a foreign host', async () => {
    for (const url of isLinked ? [urls.sitemap] : [urls.sitemap, urls.robots]) {
      const { status, content } = await attacked.send(url, { headers: { host: 'evil.example' } })
      expect([status, content.includes('evil.example')]).toEqual([200, false])
    }
  })

  describe("input that the database can't store", () => {
    const purpose = { language: 'french', role: 'adult', purpose: 'other_purpose', sub_purpose: 'Secret\u0000value' }
    const click = (recipe_name: string) => ({
      name: 'recommend_teacher_click',
      occurred_at: landing().occurred_at,
      properties: { flow_id, language: 'french', teacher_id: 1, algo_detail: { recipe_name, campaign_name: '' } },
    })

    const REFUSED: [name: string, url: string, body: object][] = [
      ['a NUL in sub_purpose', urls.profile, { purpose_list: [purpose] }],
      ['a NUL in algo_detail', urls.events, { events: [click('Secret\u0000value')] }],
      ['a lone surrogate in algo_detail', urls.events, { events: [click('Secret\ud800value')] }],
      ['the year 0', urls.events, { events: [landing('0000-01-01T00:00:00Z')] }],
      ['the year 10000', urls.events, { events: [landing('9999-12-31T23:59:59-23:59')] }],
    ]

    it.each(REFUSED)('%s is refused', async (_name, url, body) => {
      const cookie = await attacked.newSession()
      expect((await attacked.send(url, { body, cookie, from: '192.0.2.77' })).status).toBe(400)
    })

    it.each(['a b', '[::1', ':80', 'x:99999', 'u@x'])('the host %s is refused', async (host) => {
      expect((await attacked.send(urls.landing, { headers: { host } })).status).toBe(400)
    })

    it("isn't logged, and neither are report ids", async () => {
      await attacked.send(urls.report('Secret'))
      await expect.poll(attacked.server.output).toContain(urls.report(':id'))
      expect(attacked.server.output()).not.toMatch(/Secret|"status":500/)
    })
  })

  it("the build’s manifest isn't served", async () => {
    expect((await attacked.send(`${urls.static}.vite/manifest.json`)).status).toBe(404)
  })

  if (!isLinked)
    it("another site can't start a sign-in", async () => {
      const { status } = await attacked.send(urls.signInWith('google'), { headers: { 'sec-fetch-site': 'cross-site' } })
      expect(status).toBe(403)
    })

  if (mode === 'with Redis and WeChat')
    it('signs only its own pages for WeChat, even without Redis, with one ticket', async () => {
      const { origin } = attacked.server
      const sign = async (url: string, from: string) =>
        (await attacked.send(`${urls.wechatJsApi}?${new URLSearchParams({ url })}`, { from })).status
      const own = `${origin}${urls.quiz}`
      const crowd = Array.from({ length: 200 }, (_, number) => sign(own, `203.0.113.${number % 100}`))
      expect(new Set(await Promise.all(crowd))).toEqual(new Set([200]))
      expect(attacked.wechat?.requests.map(({ path }) => path)).toHaveLength(2)
      for (const url of ['https://evil.example/', `${origin}.evil.example/`, `${origin}@evil.example/`])
        expect(await sign(url, '203.0.113.200')).toBe(400)
      await attacked.redis?.kill()
      expect(await sign(own, '203.0.113.201')).toBe(200)
      expect(attacked.server.output()).not.toMatch(/(ticket|token)-\d|"secret"/)
    })
})

it("the product doesn't start without its public URL, which prevents mistaking another host for it", async () => {
  await expect(startServer({ mode: 'serve', env: { PUBLIC_URL: '' } })).rejects.toThrow('PUBLIC_URL: is required')
})
