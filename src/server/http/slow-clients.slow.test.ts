import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { HANG_MS } from '#harness/time-limit.ts'

const SLOW = 300

let world: TestApp
let port: number
beforeAll(async () => {
  world = await startTestApp()
  port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => world.close())

type Slow = { socket: Socket; reply: () => string; isClosed: () => boolean }

function send(text: string): Slow {
  let reply = ''
  let isClosed = false
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('utf8').on('data', (more) => (reply += more))
  socket.on('error', () => undefined).on('close', () => (isClosed = true))
  socket.write(text)
  return { socket, reply: () => reply, isClosed: () => isClosed }
}

const START = `POST ${urls.attempts} HTTP/1.1\r\nHost: quiz.test\r\n`
const BODY = 'Content-Type: application/json\r\nContent-Length: 22\r\n\r\n{"lang'

it.each([
  ['headers that never end', START],
  ['a body that never ends', `${START}${BODY}`],
])(`${SLOW} clients with %s get 408 and are disconnected in time, while others are served`, async (_name, text) => {
  const clients = Array.from({ length: SLOW }, () => send(text))
  const page = await fetch(`http://127.0.0.1:${port}${urls.landing}`)
  expect(page.status).toBe(200)
  await expect.poll(() => clients.filter(({ isClosed }) => !isClosed()).length, { timeout: HANG_MS }).toBe(0)
  expect(clients.filter(({ reply }) => !reply().startsWith('HTTP/1.1 408'))).toEqual([])
})

it.each([
  ['64 kB of headers', `${START}X-Long: ${'x'.repeat(64 * 1024)}\r\n\r\n`, 431],
  ['a cookie of 100 kB', `${START}Cookie: visitor=${'x'.repeat(100 * 1024)}\r\n\r\n`, 431],
  ['a body of 10 MB', `${START}Content-Type: application/json\r\nContent-Length: 10485760\r\n\r\n{`, 413],
])('%s: refused', async (_name, text, status) => {
  const client = send(text)
  await expect.poll(client.reply).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
  client.socket.destroy()
})
