import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedAccounts } from '#harness/accounts.ts'
import { ApiClient, type Reply } from '#harness/api-client.ts'
import { pathOf } from '#harness/examples.ts'
import { exampleAbout, newOwner, type Owner } from './cast.ts'
import { API_TOKEN, type Route, startWholeApp, type WholeApp } from './whole-app.ts'

let world: WholeApp
let victim: Owner
let published: Route[]
let others: Record<string, ApiClient>
beforeAll(async () => {
  world = await startWholeApp()
  published = world.routes.filter(({ access }) => access)
  victim = await newOwner(world, 'Victim Vera')
  others = {
    'a visitor': new ApiClient(world.app),
    'a learner': (await newOwner(world, 'A')).client,
    'a teacher': (await newOwner(world, 'P', { is_pro: true })).client,
    'a tutor': (await newOwner(world, 'T', { is_tutor: true })).client,
  }
})
afterAll(() => world.close())

const name = ({ method, url }: Pick<Route, 'method' | 'url'>) => `${method} ${url}`

/** The call with the ids of user `of`. */
function call(
  client: ApiClient,
  route: Pick<Route, 'method' | 'url'>,
  of: Owner,
  headers: Record<string, string> = {},
): Promise<Reply<unknown>> {
  const example = exampleAbout(route, of)
  return client.send(route.method as 'GET', pathOf(route.url, example), example.body, headers)
}

describe('v5.0.0-8.2.1 to 8.2.3, 8.3.1: route by role', () => {
  it('every API call declares its allowed callers in the contract', () => {
    const below = world.routes.filter(({ url }) => /^\/v\d/.test(url))
    // It isn't meant for programs.
    const form = 'POST /v1/consent'
    expect(below.filter(({ access }) => access === undefined).map(name)).toEqual([form])
  })

  it('visitors are refused everything that requires an account', async () => {
    const visitor = new ApiClient(world.app)
    for (const route of published.filter(({ access }) => access !== 'everyone')) {
      const before = await storedAccounts(world)
      const { status } = await call(visitor, route, victim)
      expect([name(route), [401, 404].includes(status)]).toEqual([name(route), true])
      expect(await storedAccounts(world), name(route)).toEqual(before)
    }
  })

  it.each(['a visitor', 'a learner', 'a teacher', 'a tutor'])(
    '%s can neither read nor change other users’ data',
    async (role) => {
      const client = others[role] as ApiClient
      for (const route of published.filter(({ access }) => access === 'service' || access?.startsWith('owner'))) {
        const before = await storedAccounts(world)
        const { status, body } = await call(client, route, victim)
        expect([name(route), status]).toEqual([name(route), status === 401 ? 401 : 404])
        expect(JSON.stringify(body)).not.toContain(victim.nickname)
        expect(await storedAccounts(world), name(route)).toEqual(before)
      }
    },
  )

  it('looking up a person by id finds only those shown on pages, with only their public fields', async () => {
    const look = async () => {
      const shown: Record<string, string> = {}
      for (const [role, client] of Object.entries(others)) {
        const user = await client.send<object>('GET', `/v2/user/${victim.userId}?has_detail=1&has_language=1`)
        const mini = await client.send<object>('GET', `/v2/usermini/${victim.userId}`)
        shown[role] = `${user.status} ${Object.keys(user.body.data ?? {}).sort()} | ${mini.status}`
      }
      return shown
    }
    const all = (found: string) => ({
      ...Object.fromEntries(Object.keys(others).map((role) => [role, `${found} | 404`])),
      'a visitor': '401  | 404',
    })
    expect(await look()).toEqual(all('404 '))
    await world.db.insertInto('teachers').values({ user_id: victim.userId, card: '{}' }).execute()
    expect(await look()).toEqual(all('200 avatar_file_name,is_pro,nickname,user_id'))
    await world.db.deleteFrom('teachers').where('user_id', '=', victim.userId).execute()
  })

  it('the owner can use each of these calls', async () => {
    const owner = await newOwner(world, 'Owner')
    // Signing out everywhere would end the session of the calls that follow.
    const leaving = await newOwner(world, 'Leaving')
    const calls = published.filter(({ access }) => access !== 'everyone' && access !== 'service')
    const ordered = [
      ...calls.filter(({ method }) => method !== 'DELETE'),
      // Each deletes something that the previous ones need.
      ...['/v1/auth/sessions', '/v1/reports/:report_id', '/v1/account'].map((url) => ({
        method: 'DELETE',
        url,
      })),
    ]
    expect(ordered).toHaveLength(calls.length)
    for (const route of ordered) {
      const who = route.url === '/v1/auth/sessions' ? leaving : owner
      const { status } = await call(who.client, route, who)
      // The report is already posted, and account data never leaves through an iframe.
      const expected = { 'POST /v1/community/posts': 409, 'POST /v1/assessments/:id/handover': 404 }[name(route)]
      expect([name(route), status]).toEqual([name(route), expected ?? (status < 300 ? status : 200)])
    }
  })

  it('a server with the token can use its calls for anyone’s id', async () => {
    const owner = await newOwner(world, 'Exported')
    const calls = published.filter(({ access }) => access === 'service')
    const server = new ApiClient(world.app)
    const headers = { authorization: `Bearer ${API_TOKEN}` }
    const replies: [string, number][] = []
    for (const route of calls.toSorted((one, other) => other.method.localeCompare(one.method)))
      replies.push([name(route), (await call(server, route, owner, headers)).status])
    expect(replies.sort()).toEqual([
      ['DELETE /v1/users/:user_id', 204],
      ['GET /v1/users/:user_id/export', 200],
      ['GET /v1/users/:user_id/results', 200],
    ])
  })
})
