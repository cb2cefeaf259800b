import { once } from 'node:events'
import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { marketplaceSettings, type StandInMarketplace, startMarketplace } from '#harness/peers/marketplace.ts'
import { exampleAbout, fill, newOwner, type Owner } from '../security/cast.ts'
import { OVER_HTTPS, type Route, startWholeApp, type WholeApp } from '../security/whole-app.ts'
import { CONTENT_TYPES, RAW_BODIES } from './nasty-values.ts'

const LONG = 'x'.repeat(9000)

/** Parts of a path, as bytes. */
const PARTS = [
  ...['%00', 'a%00b', '%ED%A0%80', 'a%ed%b0%80', '%', '%zz', '%ff', '%c0%af', '\xff', '%F0%9F%98%80', '%E2%80%AE'],
  ...['..', '%2e%2e', '..%2f..%2f', '..%5c', '.', ';', '*', '%20', '%0d%0aSet-Cookie:%20a=b', "'--", '%25%30%30'],
  ...['__proto__', 'constructor', 'toString', '-1', '0', '1e3', '2147483648', '9223372036854775808', '9'.repeat(30)],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'urn:uuid:00000000-0000-0000-0000-000000000000',
    'null',
    'undefined',
    LONG,
  ],
]

const QUERIES = [
  'before=urn:uuid:00000000-0000-0000-0000-000000000000',
  ...['hl', 'language', 'level', 'next', 'before', 'state', 'url', 'token', 'length'].flatMap((name) => [
    `${name}=%00`,
    `${name}=%ED%A0%80`,
    `${name}=%zz&${name}=%`,
    `${name}=${LONG}`,
  ]),
  ...[
    'next=/..//',
    'next=//evil.example',
    'next=%2F%5Cevil',
    'next=http:%2F%2F[',
    'error=access_denied&state=a',
    'code=a&state=',
  ],
  ...['__proto__=1', 'a[b]=1', 'constructor[prototype]=1', '%00=%00', '?&&=&=', 'a=1&'.repeat(3000), '#a', '\xff=\xff'],
]

const HEADERS = [
  ...['Cookie: sid=%00; visitor=%ED%A0%80', 'Cookie: __Host-sid=%E0%A4%A', `Cookie: __Host-sid=${LONG}`],
  ...['Cookie: =; ;;a', `Cookie: ${'a=b;'.repeat(3000)}`, 'Cookie: hl=%zz; interface_language=__proto__; consent=\xff'],
  ...[
    'Accept-Language: *-*-\xff;q=x',
    `Accept-Language: ${'de;q=0.1,'.repeat(1500)}`,
    'Accept: \xff',
    'Accept-Encoding: ;;q=x',
  ],
  ...['Range: bytes=9-0', `Range: bytes=${'0-1,'.repeat(1000)}`, 'If-None-Match: W/"\xff', 'If-Modified-Since: never'],
  ...[
    'Authorization: Bearer \xff',
    'Authorization: Basic =',
    `Authorization: Bearer ${LONG}`,
    `User-Agent: ${'\xff'.repeat(5000)}`,
  ],
  ...[
    'Origin: null',
    'Origin: http://[',
    'Sec-Fetch-Site: same-origin\r\nOrigin: https://evil.example',
    'Referer: \xff',
  ],
  ...[
    'X-Forwarded-For: evil, \xff',
    `X-Forwarded-For: ${'1.2.3.4,'.repeat(500)}`,
    'X-Forwarded-For: [::',
    'X-Forwarded-Proto: \xff',
  ],
  ...['X-Forwarded-Host: a b', 'X-Forwarded-Host: [', 'Host: again', 'X-Request-Id: \xff', `traceparent: ${LONG}`],
  ...[
    'Expect: 100-continue',
    'Expect: x',
    'Upgrade: websocket\r\nConnection: Upgrade',
    'Upgrade: h2c',
    'HTTP2-Settings: AAA',
  ],
  ...[
    'Content-Type: \xff',
    'Content-Encoding: gzip',
    'Content-Length: 9',
    'Content-Length: -1',
    'Content-Length: 1, 2',
  ],
  ...[
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: chunked\r\nContent-Length: 3',
  ],
  ...['Sec-GPC: 1', 'a:'.padEnd(20_000, 'b'), 'x-a: 1\r\n'.repeat(150).trim(), ' folded: a', 'no colon', 'nul: a\0b'],
]

type Sent = { method: string; path: string; headers?: readonly string[]; body?: string }

let port: number

/** Sends the bytes, ends the stream, and waits until the server closes the connection. */
async function send({ method, path, headers = [], body }: Sent): Promise<string> {
  const lines = Object.entries({ ...OVER_HTTPS, connection: 'close' }).map(([name, value]) => `${name}: ${value}`)
  if (body !== undefined) lines.push(`content-length: ${Buffer.byteLength(body)}`)
  const head = Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, ...headers, '', ''].join('\r\n'), 'latin1')
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  let reply = ''
  socket.setEncoding('latin1').on('data', (text) => (reply += text))
  socket.end(Buffer.concat([head, Buffer.from(body ?? '')]))
  await once(socket, 'close')
  return reply.slice(0, reply.indexOf('\r\n'))
}

/** Odd requests to a route, from a signed-in user or not. */
function oddRequests(route: Route, owner: Owner, session: string): Sent[] {
  const [path = '', query] = fill(route, owner).split('?')
  const body = route.method === 'GET' ? undefined : JSON.stringify(exampleAbout(route, owner).body ?? {})
  const cookie = `cookie: ${session}`
  const asJson = 'content-type: application/json'
  const good = {
    method: route.method,
    path: query ? `${path}?${query}` : path,
    ...(body === undefined ? {} : { body }),
  }
  const places = [...route.url.matchAll(/:\w+|\*/g)].map(([place]) => place)
  const paths = places.flatMap((place) => PARTS.map((part) => route.url.replace(place, () => part)))
  return [
    ...paths.map((one) => ({ ...good, path: one.replace(/:\w+|\*/g, '1'), headers: [cookie, asJson] })),
    ...['/', '//', '%00', '%2f', ';a', '/../x', '.css'].map((end) => ({
      ...good,
      path: `${path}${end}`,
      headers: [cookie],
    })),
    ...QUERIES.map((one) => ({ ...good, path: `${path}?${one}`, headers: [cookie, asJson] })),
    ...HEADERS.flatMap((one) => [
      [one, asJson],
      [cookie, asJson, one],
    ]).map((headers) => ({ ...good, headers })),
    ...[...METHODS, 'FOO', 'get', ''].map((method) => ({ ...good, method, headers: [asJson] })),
    ...(body === undefined
      ? []
      : [
          ...RAW_BODIES,
          '\0',
          '{"\ud800":1}',
          body.slice(1),
          body.replace(/"([\da-f-]{36})"/g, '"urn:uuid:$1"'),
        ].flatMap((odd, at) =>
          [asJson, `content-type: ${CONTENT_TYPES[at % CONTENT_TYPES.length]}`].map((type) => ({
            ...good,
            body: odd,
            headers: [cookie, type],
          })),
        )),
  ]
}

const AT_ONCE = 8

describe.each(['with the built-in marketplace', 'with a linked marketplace'])('%s', (mode) => {
  const isLinked = mode === 'with a linked marketplace'
  let marketplace: StandInMarketplace | undefined
  let world: WholeApp
  let errors: string[]
  beforeAll(async () => {
    errors = []
    marketplace = isLinked ? await startMarketplace() : undefined
    const settings = { LOG_LEVEL: 'error', ...(marketplace ? marketplaceSettings(marketplace.url) : {}) }
    world = await startWholeApp(settings, { write: (line) => errors.push(line) })
    port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  afterAll(async () => {
    await world.close()
    await marketplace?.close()
  })

  const NOBODY = '00000000-0000-4000-8000-000000000000'
  const stranger = { userId: 7, nickname: 'Nobody', open: NOBODY, finished: NOBODY, report: 'a'.repeat(22) }

  it('no request from a stranger logs an error or ends the server', async () => {
    expect(world.routes.length).toBeGreaterThan(40)
    let sent = 0
    for (const route of world.routes) {
      // A different user for each route, because some delete the account.
      const owner = isLinked ? (stranger as Owner) : await newOwner(world, 'Stranger')
      const session = isLinked ? 'sid=7-session' : `__Host-sid=${owner.client.cookies.sid}`
      const requests = oddRequests(route, owner, session)
      for (let at = 0; at < requests.length; at += AT_ONCE) {
        const some = requests.slice(at, at + AT_ONCE)
        const statuses = await Promise.all(some.map(send))
        sent += some.length
        const failed = some.filter((_, index) => / 500 /.test(statuses[index] ?? ''))
        expect([failed, errors]).toEqual([[], []])
      }
    }
    console.log(`${sent} requests`)
    expect(await send({ method: 'GET', path: urls.health })).toContain(' 200 ')
  })
})
