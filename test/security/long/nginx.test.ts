import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { freePort } from '#harness/free-port.ts'
import { type NginxServer, onSeveral, startNginx } from '#harness/nginx.ts'
import { fill, newOwner, type Owner } from '../cast.ts'
import { startWholeApp, type WholeApp } from '../whole-app.ts'

const ORIGIN = 'https://quiz.example.com'

let world: WholeApp
let appPort: number
let anna: Owner
let berta: Owner
beforeAll(async () => {
  world = await startWholeApp({ PUBLIC_URL: ORIGIN })
  anna = await newOwner(world, 'Anna Alone')
  berta = await newOwner(world, 'Berta')
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  appPort = (world.app.server.address() as AddressInfo).port
})
afterAll(() => world.close())

const JSON_HEADERS = { 'content-type': 'application/json' }

const sessionOf = ({ client }: Owner) => ({ cookie: `__Host-sid=${client.cookies.sid}` })

/** URLs that a cache could take for files and the app for pages. */
const DISGUISES = [
  ...['/x.css', ';x.css', '%2fx.css', '%2ejs', '.css', '?x.css', '%3b.js', '/..%2fstatic%2fembed.js'].map(
    (end) => (page: string) => `${page}${end}`,
  ),
  ...['/static/..', '/static/%2e%2e', '/static/..%2f..', '/static/embed.js/..%2f..', '/'].map(
    (start) => (page: string) => `${start}${page}`,
  ),
]

/** The configuration with a cache for everything and these rules. */
const caching = (rules: string) => (text: string) =>
  text.replace(
    'location / {',
    `location / { proxy_cache quiz; proxy_cache_key $scheme$host$request_uri; add_header X-Cache $upstream_cache_status; ${rules}`,
  )

describe.each<[string, (text: string) => string, string[]]>([
  ['as delivered', (text: string) => text, []],
  [
    "that stores everything that doesn't forbid it",
    caching('proxy_cache_valid any 10m;'),
    [urls.sitemap, urls.robots, urls.avatar('somebody')],
  ],
])('v5.0.0-14.2.2, 14.2.5: nginx with a cache, %s', (_name, change, also) => {
  let nginx: NginxServer
  beforeAll(async () => {
    nginx = await startNginx(appPort, change)
  })
  afterAll(() => nginx.stop())

  it('cached responses are the same for all visitors', async () => {
    const gets = world.routes.filter(({ method }) => method === 'GET').map((route) => fill(route, anna))
    expect(gets.length).toBeGreaterThan(30)
    const kept = new Set<string>()
    for (const url of gets)
      for (const headers of [sessionOf(anna), sessionOf(anna), sessionOf(berta), {}, {}]) {
        const reply = await nginx.ask(url, { headers })
        if (reply.headers['x-cache'] === 'HIT') kept.add(url)
      }
    expect([...kept].sort()).toEqual([...also, `${urls.static}embed.js`].sort())
  })

  it('a visitor’s page is never served to others, whatever the URL looks like', async () => {
    const own = [urls.account, urls.quiz, urls.accountData, urls.login]
    for (const url of own)
      expect((await nginx.ask(url, { headers: sessionOf(anna) })).body.toString()).toContain(anna.nickname)
    for (const url of [...own, ...own.flatMap((page) => DISGUISES.map((disguise) => disguise(page)))]) {
      await nginx.ask(url, { headers: sessionOf(anna) })
      for (const headers of [sessionOf(berta), {}])
        expect([url, (await nginx.ask(url, { headers })).body.includes(anna.nickname)]).toEqual([url, false])
    }
    for (const url of [urls.attempt(anna.open), urls.review(anna.finished)]) {
      expect((await nginx.ask(url, { headers: sessionOf(anna) })).status).toBe(200)
      for (const headers of [sessionOf(berta), {}])
        expect((await nginx.ask(url, { headers })).status).toBeGreaterThanOrEqual(400)
    }
  })

  it("one visitor’s forged headers don't reach the next visitor", async () => {
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-original-url': '/static/evil.js',
      'x-rewrite-url': '/static/evil.js',
    }
    const { host: _, ...withOurHost } = forged
    for (const url of [urls.sitemap, urls.robots, urls.landing, urls.quiz, `${urls.static}icons/icon-192.png`]) {
      expect((await nginx.ask(`${url}?forged`, { headers: forged })).status).toBe(421)
      await nginx.ask(`${url}?forged`, { headers: withOurHost })
      const { status, body } = await nginx.ask(`${url}?forged`)
      expect([url, status, body.includes('evil.example')]).toEqual([url, 200, false])
    }
  })
})

it('a cache that ignores our headers would leak personal data, and this test would notice', async () => {
  const deaf = 'proxy_cache_valid any 10m; proxy_ignore_headers Cache-Control Expires Set-Cookie Vary;'
  const nginx = await startNginx(appPort, caching(deaf))
  await nginx.ask(urls.account, { headers: sessionOf(anna) })
  const { headers, body } = await nginx.ask(urls.account, { headers: sessionOf(berta) })
  await nginx.stop()
  expect([headers['x-cache'], body.includes(anna.nickname)]).toEqual(['HIT', true])
})

describe('deploy/nginx/quiz.conf', () => {
  let nginx: NginxServer
  beforeAll(async () => {
    nginx = await startNginx(appPort)
  })
  afterAll(() => nginx.stop())

  it('caches static files in every encoding that browsers accept', async () => {
    const assets = readdirSync('dist/web/assets').filter((name) => existsSync(`dist/web/assets/${name}.br`))
    const forms = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }
    expect(assets.length).toBeGreaterThan(3)
    for (const name of assets.slice(0, 3))
      for (const [encoding, unpack] of Object.entries(forms)) {
        const ask = () => nginx.ask(`${urls.static}assets/${name}`, { headers: { 'accept-encoding': encoding } })
        const [first, second] = [await ask(), await ask()]
        expect([first.headers['x-cache'], second.headers['x-cache']]).toEqual(['MISS', 'HIT'])
        for (const { status, headers, body } of [first, second]) {
          expect([status, headers['content-encoding'] ?? 'identity']).toEqual([200, encoding])
          expect(unpack(body).equals(readFileSync(`dist/web/assets/${name}`))).toBe(true)
        }
      }
  })

  it('redirects to HTTPS, compresses pages, and starts a test with an HTTPS-only cookie', async () => {
    const { status, location } = await nginx.askPlain(`${urls.quiz}?hl=de`)
    expect([status, location]).toEqual([301, `${ORIGIN}${urls.quiz}?hl=de`])
    const page = await nginx.ask(urls.landing, { headers: { 'accept-encoding': 'gzip' } })
    expect([page.status, page.headers['content-encoding']]).toEqual([200, 'gzip'])
    const started = await nginx.ask(urls.attempts, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN },
      body: JSON.stringify({ language: 'english' }),
    })
    expect(started.status).toBe(201)
    expect(started.headers['set-cookie']?.[0]).toMatch(/^__Host-visitor=.*; Secure/)
  })

  it("serves only its own host name, even if the quiz doesn't know it", async () => {
    const unaware = await startWholeApp({ PUBLIC_URL: '' })
    await unaware.app.listen({ port: 0, host: '127.0.0.1' })
    const front = await startNginx((unaware.app.server.address() as AddressInfo).port)
    for (const url of [urls.robots, urls.sitemap]) {
      expect((await front.ask(url, { headers: { host: 'evil.example' } })).status).toBe(421)
      const { status, body } = await front.ask(url)
      expect([status, body.includes('evil.example')]).toEqual([200, false])
    }
    expect((await front.askPlain(urls.robots, 'evil.example')).status).toBe(421)
    await front.stop()
    await unaware.close()
  })

  it('rejects a flood of code requests before it reaches the quiz, without affecting others', async () => {
    const front = await startNginx(appPort)
    const ask = () =>
      front.ask(urls.codes, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    const statuses = (await Promise.all(Array.from({ length: 100 }, ask))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(30)
    expect((await front.ask(urls.landing)).status).toBe(200)
    await front.stop()
  })

  it('counts a 64-bit IPv6 network as one and its neighbors separately, in any spelling of an address', async () => {
    const addressed = 'set_real_ip_from 127.0.0.1; real_ip_header X-Test-Address; server_tokens off;'
    const front = await startNginx(appPort, (text) => text.replace('server_tokens off;', addressed))
    const ask = (address: string) =>
      front.ask(urls.codes, { method: 'POST', headers: { ...JSON_HEADERS, 'x-test-address': address }, body: '{}' })
    // One spelling's half of the requests would stay under the limit.
    const spellings = ['2001:db8::', '2001:0db8:0:0:ffff::']
    const flood = await Promise.all(
      Array.from({ length: 100 }, (_, host) => ask(`${spellings[host % 2]}${(host + 1).toString(16)}`)),
    )
    expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThan(30)
    for (const neighbor of ['2001:db8:0:1::1', '2001:db8:1::1', '2001:db9::1', '192.0.2.1'])
      expect([neighbor, (await ask(neighbor)).status]).not.toEqual([neighbor, 429])
    await front.stop()
  })

  it('caches each form of a static file once, whatever queries, spellings, and encodings visitors make up', async () => {
    const [name = ''] = readdirSync('dist/web/assets').filter((file) => file.endsWith('.js'))
    const spelled = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`
    const ask = (path: string, encoding: string) =>
      nginx.ask(`${urls.static}assets/${path}`, { headers: { 'accept-encoding': encoding } })
    for (const encoding of ['br', 'gzip', 'made-up']) await ask(name, encoding)
    for (const path of [`${name}?1`, `${name}?v=2`, `${name}?/static/`, spelled, `./${name}`])
      for (const encoding of ['br', 'gzip', 'made-up'])
        expect([path, encoding, (await ask(path, encoding)).headers['x-cache']]).toEqual([path, encoding, 'HIT'])
    for (const encoding of ['gzip, deflate, br, zstd', 'x1, br', 'deflate, gzip;q=1.0', 'x2', '', 'x'.repeat(200)])
      expect([encoding, (await ask(name, encoding)).headers['x-cache']]).toEqual([encoding, 'HIT'])
  })

  it('switches to the second port immediately, even just after a request for a missing file', async () => {
    const [old, next] = [await startWholeApp({ PUBLIC_URL: ORIGIN }), await startWholeApp({ PUBLIC_URL: ORIGIN })]
    await old.app.listen({ port: 0, host: '127.0.0.1' })
    const port = await freePort()
    const front = await startNginx([(old.app.server.address() as AddressInfo).port, port])
    expect((await front.ask(urls.landing)).status).toBe(200)
    await front.ask(`${urls.static}assets/none.js`)
    await next.app.listen({ port, host: '127.0.0.1' })
    old.app.server.close()
    old.app.server.closeAllConnections()
    expect((await front.ask(urls.landing)).status).toBe(200)
    await Promise.all([front.stop(), old.close(), next.close()])
  })

  it("doesn't count overlong headers as server failures, which would take the servers out for ten seconds", async () => {
    const machine = createServer((_, reply) => reply.writeHead(303, { location: `/${'x'.repeat(12_000)}` }).end())
    await once(machine.listen(0, '127.0.0.1'), 'listening')
    const front = await startNginx((machine.address() as AddressInfo).port, onSeveral([]))
    const statuses = [(await front.ask('/')).status, (await front.ask('/')).status]
    await front.stop()
    machine.close()
    expect(statuses).toEqual([303, 303])
  })

  it("doesn't trust forged client addresses", async () => {
    const limited = await startWholeApp({ PUBLIC_URL: ORIGIN, ASSESSMENTS_PER_HOUR: '2' })
    await limited.app.listen({ port: 0, host: '127.0.0.1' })
    const front = await startNginx((limited.app.server.address() as AddressInfo).port)
    const statuses: number[] = []
    for (const last of [1, 2, 3]) {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${last}` }
      const body = JSON.stringify({ language: 'english' })
      statuses.push((await front.ask(urls.attempts, { method: 'POST', headers, body })).status)
    }
    await front.stop()
    await limited.close()
    expect(statuses).toEqual([201, 201, 429])
  })
})
