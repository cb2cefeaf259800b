import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedAccounts } from '#harness/accounts.ts'
import { type Operation, publishedOperations } from '../fuzz/operations.ts'
import { exampleAbout, fill, newOwner, type Owner } from './cast.ts'
import { ask } from './tour.ts'
import { API_TOKEN, startWholeApp, type WholeApp } from './whole-app.ts'

let world: WholeApp
let owner: Owner
let writing: Operation[]
const log: string[] = []
beforeAll(async () => {
  world = await startWholeApp({ LOG_LEVEL: 'warn' }, { write: (line) => log.push(line) })
  owner = await newOwner(world, 'Owner')
  writing = (await publishedOperations(world.app)).filter(({ body }) => body !== null)
})
afterAll(() => world.close())

const routeOf = ({ method, path }: Operation) => ({ method, url: path.replace(/\{(\w+)\}/g, ':$1') })

const send = (operation: Operation, payload: string) =>
  ask(world, {
    method: operation.method,
    url: fill(routeOf(operation), owner),
    cookie: `__Host-sid=${owner.client.cookies.sid}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${API_TOKEN}` },
    payload,
  })

/** The body's JSON with an additional field. */
const withField = (operation: Operation, field: string) => {
  const text = JSON.stringify(exampleAbout(routeOf(operation), owner).body)
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}${field}}`
}

describe('v5.0.0-15.3.3, 15.3.6, 15.3.7: unknown fields', () => {
  it.each([
    '"user_id":1',
    '"is_pro":true',
    '"level":"C2"',
    '"__proto__":{"is_pro":true}',
    '"constructor":{"prototype":{"is_pro":true}}',
    '"toString":"x"',
  ])('%s is refused in every body, and changes nothing', async (field) => {
    const before = await storedAccounts(world)
    expect(writing.length).toBeGreaterThan(11)
    const name = /"(\w+)"/.exec(field)?.[1] as string
    const isUnknown = (operation: Operation) =>
      !Object.hasOwn(exampleAbout(routeOf(operation), owner).body as object, name)
    for (const operation of writing.filter(isUnknown)) {
      const { status } = await send(operation, withField(operation, field))
      expect([operation.path, status]).toEqual([operation.path, 400])
    }
    expect(await storedAccounts(world)).toEqual(before)
    expect(({} as { is_pro?: boolean }).is_pro).toBeUndefined()
  })

  it('a repeated query value is refused', async () => {
    const published = (await publishedOperations(world.app)).filter(({ parameters }) =>
      parameters.some((parameter) => parameter.in === 'query'),
    )
    expect(published.length).toBeGreaterThan(3)
    const examples: Record<string, string> = { url: 'https://quiz.example/', language: 'french', length: '1' }
    for (const operation of published) {
      const { method, path, parameters } = operation
      const query = parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name }) => `${name}=${examples[name] ?? '1'}`)
      const url = fill(routeOf(operation), owner)
      const cookie = `__Host-sid=${owner.client.cookies.sid}`
      const repeated = `${url}?${[...query, ...query].join('&')}`
      const headers = { authorization: `Bearer ${API_TOKEN}` }
      const { status } = await ask(world, { method, url: repeated, cookie, headers })
      expect([path, status]).toEqual([path, 400])
    }
  })

  it('a page ignores a repeated or malformed query value', async () => {
    const plain = await ask(world, { url: '/languageassessment/quiz' })
    for (const query of ['language=french&language=german', 'language[]=french', '__proto__[x]=1', 'hl=de&hl=fr'])
      expect((await ask(world, { url: `/languageassessment/quiz?${query}` })).status).toBe(plain.status)
  })
})

describe('deeply nested JSON', () => {
  const nested = (levels: number, inner = '') => '['.repeat(levels) + inner + ']'.repeat(levels)
  const asJson = { 'content-type': 'application/json', authorization: `Bearer ${API_TOKEN}` }
  const statusOf = async (method: string, url: string, payload: string) =>
    (await ask(world, { method, url, headers: asJson, payload })).status

  it.each([
    ['lists', nested(12_000)],
    ['objects', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
    ['one level too many', nested(21)],
    ['a nested forbidden name', nested(12_000, '{"__proto__":1}')],
    ['a repeated entry in a list of unique ones', `{"language":{"language_s":[${nested(7000)},${nested(7000)}]}}`],
  ])('%s: 400 at every URL that accepts a body, and nothing in the log', async (_, payload) => {
    log.length = 0
    const unknown = ['/nothing', '/v1/nothing', '/languageassessment/nothing'].map((url) => ({ method: 'POST', url }))
    const taking = [...world.routes, ...unknown].filter(({ method }) => method !== 'GET')
    const replies: [string, number][] = []
    for (const { method, url } of taking)
      replies.push([`${method} ${url}`, await statusOf(method, fill({ method, url }, owner), payload)])
    expect(replies.length).toBeGreaterThan(20)
    expect(replies.filter(([, status]) => status !== 400)).toEqual([])
    expect(log).toEqual([])
  })

  it('accepts the maximum number of levels', async () => {
    expect(await statusOf('POST', '/nothing', nested(20))).toBe(404)
  })
})
