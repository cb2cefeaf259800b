import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedAccounts } from '#harness/accounts.ts'
import { fill, newOwner, type Owner } from './cast.ts'
import { ask } from './tour.ts'
import { API_TOKEN, type Route, startWholeApp, type WholeApp } from './whole-app.ts'

let world: WholeApp
let owner: Owner
let changing: Route[]
beforeAll(async () => {
  world = await startWholeApp()
  owner = await newOwner(world, 'Owner')
  changing = world.routes.filter(({ method, url }) => method !== 'GET' || url.endsWith('/free_trial_event'))
})
afterAll(() => world.close())

/** Sent by the signed-in owner's browser, with the owner's ids. */
const send = (route: Route, headers: Record<string, string>, payload?: string) =>
  ask(world, {
    method: route.method,
    url: fill(route, owner),
    cookie: `__Host-sid=${owner.client.cookies.sid}`,
    headers,
    payload,
  })

describe('v5.0.0-3.5.1 to 3.5.3: state-changing requests', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: 'null' }],
    ['our name on another port', { origin: 'https://quiz.example:8443' }],
    ['our name without TLS', { origin: 'http://quiz.example' }],
    ['a name with ours as a prefix', { origin: 'https://quiz.example.evil.example' }],
    ['fetch metadata of another site', { 'sec-fetch-site': 'cross-site' }],
    ['fetch metadata of another host of the site', { 'sec-fetch-site': 'same-site' }],
  ])('are refused with %s', async (_, headers) => {
    const before = await storedAccounts(world)
    expect(changing.length).toBeGreaterThan(18)
    for (const route of changing) {
      const { status, setCookies } = await send(route, headers as Record<string, string>)
      expect([route.url, status, setCookies]).toEqual([route.url, 403, []])
    }
    expect(await storedAccounts(world)).toEqual(before)
  })

  it('accepts no body that another site’s form could send without a preflight', async () => {
    const before = await storedAccounts(world)
    const types = ['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded']
    const authorization = `Bearer ${API_TOKEN}`
    const forms = ['/takeover', '/consent']
    const ofJson = changing.filter(
      ({ method, url }) => method !== 'GET' && !(method === 'POST' && forms.some((form) => url.endsWith(form))),
    )
    for (const route of ofJson)
      for (const type of types) {
        const { status } = await send(route, { 'content-type': type, authorization }, '{"choice":"allowed"}')
        expect([route.url, type, status]).toEqual([route.url, type, 415])
      }
    expect(await storedAccounts(world)).toEqual(before)
  })

  it('answers no preflight from another site', async () => {
    for (const route of changing) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' }
      const reply = await ask(world, { method: 'OPTIONS', url: fill(route, owner), headers })
      const allowed = Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))
      expect([route.url, reply.status, allowed]).toEqual([route.url, 404, []])
    }
  })
})
