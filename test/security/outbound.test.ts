import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { fill, newOwner } from './cast.ts'
import { ask } from './tour.ts'
import { NOWHERE, ORIGIN, startWholeApp, type WholeApp } from './whole-app.ts'

/** Targets that no request may make us connect to: this machine, its cloud, other schemes, other sites. */
const TARGETS = [
  'http://127.0.0.1:22/',
  'http://[::1]:80/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2130706433/',
  'http://localhost:5432/',
  'https://evil.example/',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'file:///etc/passwd',
  `${ORIGIN}@evil.example/`,
  '//evil.example/',
]

let world: WholeApp
const contacted: string[] = []
const sockets: Socket[] = []
const note = (message: unknown) => {
  const { socket } = message as { socket: Socket }
  sockets.push(socket)
  socket.on('lookup', (_error, _address, _family, host) => contacted.push(host))
  // A pool may connect to the database at any time.
  socket.on('connectionAttempt', (ip, port) => ip.includes('/.s.PGSQL.') || contacted.push(`${ip}:${port}`))
}
beforeAll(async () => {
  world = await startWholeApp()
  subscribe('net.client.socket', note)
})
afterAll(async () => {
  unsubscribe('net.client.socket', note)
  await world.close()
})

it('v5.0.0-1.3.6: no request makes the server connect to anything but the configured services', async () => {
  const owner = await newOwner(world, 'Owner')
  const cookie = `__Host-sid=${owner.client.cookies.sid}`
  const names = ['url', 'next', 'redirect_uri', 'iss', 'issuer', 'state', 'hl', 'language', 'device_id', 'avatar']
  for (const { method, url } of world.routes.filter((route) => route.method !== 'DELETE'))
    for (const target of TARGETS) {
      const query = new URLSearchParams(names.map((name) => [name, target])).toString()
      const payload = method === 'GET' ? {} : { payload: { url: target, nickname: target, language: target } }
      const headers = { referer: target, 'x-forwarded-for': target, forwarded: `host=${target}` }
      await ask(world, { method, url: `${fill({ method, url }, owner)}?${query}`, cookie, headers, ...payload })
    }
  // Signatures and tickets made the server connect, so the hook works.
  await ask(world, { url: `${urls.wechatJsApi}?url=${ORIGIN}/` })
  expect(sockets.length).toBeGreaterThan(0)
  expect([...new Set(contacted)]).toEqual([new URL(NOWHERE).host])
})
