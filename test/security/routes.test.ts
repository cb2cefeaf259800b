import { readFileSync } from 'node:fs'
import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint, RouteConfig } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { MARKETPLACE_CALLS } from '#contract/marketplace-calls.ts'
import { pages } from '#contract/pages.ts'
import { withAddresses } from '#harness/address-list.ts'
import { marketplaceSettings } from '#harness/peers/marketplace.ts'
import type { TestApp } from '#harness/test-app.ts'
import { publishedOperations } from '../fuzz/operations.ts'
import { NOWHERE, ORIGIN, type Route, startListed, startWholeApp, type WholeApp } from './whole-app.ts'

let world: WholeApp
beforeAll(async () => {
  world = await startWholeApp()
})
afterAll(() => world.close())

const nameOf = ({ method, url }: { method: string; url: string }) => `${method} ${url}`

const PAGES = Object.values(pages).map(({ address, needs }) => ({ method: 'GET', url: address, config: { needs } }))

/** Pages and endpoints of the contract that exist with these needs met. */
const declaredWith = (...met: RouteConfig['needs'][]) =>
  [...PAGES, ...Object.values<Endpoint>(ENDPOINTS)]
    .filter(({ config }) => !config.needs || met.includes(config.needs))
    .map(nameOf)
    .sort()

const EVERYTHING: RouteConfig['needs'][] = [
  'the built-in marketplace',
  'APP_TOKEN_SECRET',
  'EMBED_ORIGINS',
  'RESULTS_API_TOKEN',
  'WECHAT_APP_ID',
]

describe('API9: every registered route is a page or an endpoint of the contract, and vice versa', () => {
  it.each<[string, () => Promise<TestApp & { routes: Route[] }>, string[]]>([
    ['with every feature', () => startWholeApp(), declaredWith(...EVERYTHING)],
    ['by itself', () => startListed({}), declaredWith('the built-in marketplace')],
    // Includes WeChat signatures.
    [
      'with a linked marketplace',
      () => startListed({ ...marketplaceSettings(NOWHERE), PUBLIC_URL: ORIGIN }),
      declaredWith('WECHAT_APP_ID'),
    ],
  ])('%s', async (_, start, declared) => {
    const { routes, close } = await start()
    expect(routes.map(nameOf).sort()).toEqual(declared)
    await close()
  })

  it('docs/addresses.md lists all routes (`npm run fix` writes it)', () => {
    const text = readFileSync('docs/addresses.md', 'utf8')
    expect(withAddresses(text)).toBe(text)
  })

  it('/openapi.json has every call; docs/api.md has each of them, and only routes', async () => {
    const calls = world.routes.filter(({ access }) => access).map(nameOf)
    const published = await publishedOperations(world.app)
    const operations = published.map(({ method, path }) => nameOf({ method, url: path.replace(/\{(\w+)\}/g, ':$1') }))
    expect(operations.sort()).toEqual(calls.sort())
    const written = readFileSync('docs/api.md', 'utf8').matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`?\s]*)/g)
    const documented = [...written].map(([, call = '']) => call.replace(/\{(\w+)\}/g, ':$1'))
    expect(operations.filter((call) => !documented.includes(call))).toEqual([])
    const routes = world.routes.map(nameOf)
    expect(documented.filter((call) => !routes.includes(call))).toEqual([])
  })
})

it('every schema compiles: the server compiles each only when a request needs it', () => {
  const validate = AjvCompiler()({}, { customOptions: { validateSchema: true } })
  const serialize = SerializerSelector()({})
  expect(world.routes.length).toBeGreaterThan(50)
  for (const { method, url, schema } of [...world.routes, ...MARKETPLACE_CALLS] as Pick<
    Route,
    'method' | 'url' | 'schema'
  >[]) {
    for (const part of [schema.params, schema.querystring, schema.body, schema.headers])
      if (part) expect(() => validate({ schema: part }), `${method} ${url}`).not.toThrow()
    for (const [httpStatus, reply] of Object.entries(schema.response ?? {}))
      expect(() => serialize({ schema: reply, method, url, httpStatus }), `${method} ${url}`).not.toThrow()
  }
})
