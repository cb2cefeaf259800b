import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let world: TestApp
let port: number
beforeAll(async () => {
  world = await startTestApp()
  port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => world.close())

/**
 * Sends bytes and returns everything received until the server closes; undefined if it doesn't close within two
 * seconds.
 */
async function closedAfter(bytes: string): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1').on('data', (text) => (received += text))
  socket.on('error', () => undefined)
  socket.write(bytes, 'latin1')
  const closed = await Promise.race([
    once(socket, 'close').then(() => true),
    new Promise<false>((resolve) => setTimeout(resolve, 2000, false)),
  ])
  socket.destroy()
  return closed ? received : undefined
}

const HIDDEN = 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n'
const post = (headers: string, body: string) =>
  `POST /v1/consent HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`
const BODY = '{"choice":"allowed"}'
const SIZE = BODY.length.toString(16)
const CHUNKED = `${SIZE}\r\n${BODY}\r\n0\r\n\r\n`

/** Requests that a proxy and a server may parse differently (RFC 9112 §6.3, §11.2; PortSwigger's corpus). */
const AMBIGUOUS: [string, string][] = [
  [
    'Content-Length and Transfer-Encoding',
    post('Content-Length: 4\r\nTransfer-Encoding: chunked', `0\r\n\r\n${HIDDEN}`),
  ],
  [
    'Transfer-Encoding and Content-Length',
    post('Transfer-Encoding: chunked\r\nContent-Length: 4', `0\r\n\r\n${HIDDEN}`),
  ],
  ['two Content-Lengths', post('Content-Length: 0\r\nContent-Length: 40', HIDDEN)],
  ['two Content-Lengths in one line', post('Content-Length: 0, 40', HIDDEN)],
  ['a signed Content-Length', post('Content-Length: +5', 'hello')],
  ['a negative Content-Length', post('Content-Length: -1', 'hello')],
  ['a Content-Length in hexadecimal', post('Content-Length: 0x5', 'hello')],
  ['a Content-Length of letters', post('Content-Length: five', 'hello')],
  ["chunked that isn't last", post('Transfer-Encoding: chunked, identity', CHUNKED)],
  ['an unknown Transfer-Encoding', post('Transfer-Encoding: xchunked', CHUNKED)],
  ['chunked twice', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', CHUNKED)],
  ['a space before the colon', post('Transfer-Encoding : chunked', CHUNKED)],
  ['a vertical tab before chunked', post('Transfer-Encoding: \u000bchunked', CHUNKED)],
  ['a folded header', post('X-One: a\r\n Transfer-Encoding: chunked', CHUNKED)],
  ['a header without a colon', post('Transfer-Encoding chunked', CHUNKED)],
  ['a NUL in a header', post('X-One: a\u0000b', '')],
  ['a bare CR in a header', post('X-One: a\rTransfer-Encoding: chunked', CHUNKED)],
  ['bare line feeds', 'POST /v1/consent HTTP/1.1\nHost: x\nContent-Length: 0\n\n'],
  ['a bare line feed after a header', 'GET /healthz HTTP/1.1\r\nHost: x\nX-One: a\r\n\r\n'],
  ["a chunk size that isn't a number", post('Transfer-Encoding: chunked', 'z\r\nhello\r\n0\r\n\r\n')],
  ['a chunk size beyond any integer', post('Transfer-Encoding: chunked', 'fffffffffffffffff\r\nhello\r\n0\r\n\r\n')],
  ['a bare line feed after a chunk size', post('Transfer-Encoding: chunked', '5\nhello\r\n0\r\n\r\n')],
  ['a chunk longer than its size', post('Transfer-Encoding: chunked', '3\r\nhello\r\n0\r\n\r\n')],
  ['a bare CR in a chunk extension', post('Transfer-Encoding: chunked', '5;a\rb\r\nhello\r\n0\r\n\r\n')],
  ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['an invalid version', 'GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
]

describe('v5.0.0-4.2.1: an ambiguous request is refused and the connection closed', () => {
  it.each(AMBIGUOUS)('%s', async (_, bytes) => {
    const received = await closedAfter(bytes)
    expect(received).toMatch(/^HTTP\/1\.1 400 /)
    expect(received?.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1)
    expect(received).toMatch(/\r\nConnection: close\r\n/i)
  })

  it('chunk extensions are ignored, as RFC 9112 §7.1.1 requires, and long ones end the connection', async () => {
    const short = await closedAfter(
      post('Connection: close\r\nTransfer-Encoding: chunked', `${SIZE};name=value\r\n${BODY}\r\n0\r\n\r\n`),
    )
    // One reply, from the route: the body wasn't parsed as a second request.
    expect(short?.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 303'])
    const long = await closedAfter(post('Transfer-Encoding: chunked', `5;${'a'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`))
    expect(long).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('two whole requests in one packet are two replies', async () => {
    const received = await closedAfter(
      `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${HIDDEN.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`,
    )
    expect(received?.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  })
})
