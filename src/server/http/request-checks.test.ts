import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let world: TestApp | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

/** Starts the app behind a proxy that serves https://quiz.example and forwards neither host nor protocol. */
async function startBehindProxy(environment: Record<string, string>, origin = 'https://quiz.example') {
  const log: string[] = []
  world = await startTestApp({ LOG_LEVEL: 'warn', ...environment }, {}, { write: (line) => log.push(line) })
  const { statusCode } = await world.app.inject({
    method: 'POST',
    url: urls.attempts,
    headers: { host: '127.0.0.1:3000', origin, 'sec-fetch-site': 'same-origin' },
    payload: { language: 'english' },
  })
  return { statusCode, log }
}

it('PUBLIC_URL defines our own site, regardless of the proxy', async () => {
  const { statusCode, log } = await startBehindProxy({
    PUBLIC_URL: 'https://quiz.example',
    TRUSTED_PROXIES: '10.0.0.1',
  })
  expect([statusCode, log]).toEqual([201, []])
})

it.each([{}, { PUBLIC_URL: 'https://other.example', TRUSTED_PROXIES: '10.0.0.1' }])(
  'without it, a refusal logs a warning that names the settings: %o',
  async (environment) => {
    const { statusCode, log } = await startBehindProxy(environment)
    expect([statusCode, log.length]).toEqual([403, 1])
    const line = JSON.parse(log[0] as string)
    expect([line.level, line.msg]).toEqual([40, expect.stringMatching(/set PUBLIC_URL .*TRUSTED_PROXIES/)])
  },
)

it('the warning is logged once, and never with made-up text', async () => {
  const log: string[] = []
  world = await startTestApp({ LOG_LEVEL: 'warn' }, {}, { write: (line) => log.push(line) })
  const send = (origin: string, host = 'quiz.example') =>
    world?.app.inject({
      method: 'POST',
      url: urls.attempts,
      headers: { host, origin, 'sec-fetch-site': 'same-origin' },
    })
  const madeUp = ['anna@example.test', 'said: so', 'https://a.example/x', `https://${'a'.repeat(5000)}.example`]
  for (const origin of madeUp) await send(origin)
  expect(log).toEqual([])
  for (const origin of ['https://a.example', 'https://b.example']) await send(origin, 'h'.repeat(5000))
  expect(log).toHaveLength(1)
  expect(log[0]?.length).toBeLessThan(1000)
})

describe('a trailing slash', () => {
  it('leads to no other host, even if the request names one', async () => {
    world = await startTestApp()
    const port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
    const reply = async (target: string) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET ${target} HTTP/1.1\r\nHost: quiz.example\r\nConnection: close\r\n\r\n`)
      return (await text(socket)).split('\r\n\r\n')[0]
    }
    expect(await reply('/x//')).toMatch(/308.*location: \/x\r/is)
    expect(await reply('//evil.example/')).toMatch(/308.*location: \/evil\.example\r/is)
    for (const target of ['http://evil.example/x/', 'HTTP://evil.example/', 'evil:x/'])
      expect(await reply(target)).not.toContain('evil')
  })
})

describe('an address or header much longer than HTTP allows', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(() => app.close())

  const HEADERS = [
    ...['user-agent', 'accept', 'accept-language', 'accept-encoding', 'cookie', 'host', 'origin', 'referer'],
    ...['authorization', 'content-type', 'traceparent', 'x-request-id', 'x-forwarded-for', 'x-forwarded-host'],
    ...['range', 'if-none-match', 'if-modified-since', 'sec-fetch-site'],
  ]
  const PARTS = [
    '/',
    '\\',
    ' ',
    '.',
    ',',
    ';',
    '=',
    '-',
    ':',
    '@',
    '+',
    '"',
    '[',
    '?',
    '#',
    '%2f',
    'a',
    '1',
    'a=',
    'a/',
  ]

  it.each(PARTS)(
    'full of %j takes linear time',
    async (part) => {
      const long = part.repeat(200_000 / part.length)
      const addresses = [`/${long}b/`, `/${long}/b`, `/?x=${long}b/`, `${urls.login}?next=/${long}b/`]
      const headers = HEADERS.map((name) => ({ url: urls.landing, headers: { [name]: `a${long}b` } }))
      for (const request of [...addresses.map((url) => ({ url })), ...headers]) {
        const { statusCode } = await app.app.inject(request)
        expect(statusCode).toBeLessThan(500)
      }
    },
    // Only a hang takes longer.
    30_000,
  )
})
