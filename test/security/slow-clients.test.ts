import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { fill, newOwner, type Owner } from './cast.ts'
import { startWholeApp, type WholeApp } from './whole-app.ts'

/** More than a gate's places. */
const CLIENTS = 17

let world: WholeApp
let owner: Owner
let port: number
beforeAll(async () => {
  world = await startWholeApp({ DATABASE_POOL_SIZE: '1', EMBED_ORIGINS: 'https://a.example' })
  owner = await newOwner(world, 'Slow Owner')
  port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => world.close())

let sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets = []
})

async function send(text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  await new Promise((sent) => socket.write(text, sent))
}

/** Statuses of other visitors' requests for a page and for a code. */
async function othersGet(): Promise<number[]> {
  const page = await fetch(`http://127.0.0.1:${port}${urls.landing}`)
  const code = await fetch(`http://127.0.0.1:${port}${urls.codes}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel: 'email', target: 'no address' }),
  })
  return [page.status, code.status]
}

it("half a body, sent to any address, doesn't block others", async () => {
  const writing = world.routes.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
  expect(writing.length).toBeGreaterThan(20)
  for (const type of ['application/json', 'application/x-www-form-urlencoded'])
    for (const { method, url } of [...writing, { method: 'POST', url: '/nothing' }]) {
      const head = `${method} ${fill({ method, url }, owner)} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n`
      for (let client = 0; client < CLIENTS; client++) await send(`${head}Content-Length: 99\r\n\r\n{"half`)
    }
  expect(await othersGet()).toEqual([200, 422])
})

it("unread replies don't block others", async () => {
  const pages = world.routes.filter(({ method }) => method === 'GET').map((route) => fill(route, owner))
  expect(pages).toContain(urls.quiz)
  for (const url of pages) await send(`GET ${url} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(8))
  for (let client = 0; client < CLIENTS; client++)
    await send(`GET ${urls.quiz} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(60))
  // Earlier requests are served first, whether or not their replies are read.
  await expect.poll(othersGet).toEqual([200, 422])
  await expect.poll(othersGet).toEqual([200, 422])
})
