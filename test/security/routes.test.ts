import { readFileSync } from 'node:fs'
import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MARKETPLACE_CALLS } from '#server/marketplace/forward.ts'
import { publishedOperations } from '../fuzz/operations.ts'
import { type Route, startWholeApp, type WholeApp } from './whole-app.ts'

const [pages = '', calls = ''] = readFileSync('docs/addresses.md', 'utf8').split('Calls (')

const listed = (part: string) =>
  [...part.matchAll(/^([A-Z]+(?: [A-Z]+)*) (\/\S*)/gm)]
    .flatMap(([, methods = '', path = '']) =>
      methods.split(' ').map((method) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    .sort()

let world: WholeApp
beforeAll(async () => {
  world = await startWholeApp()
})
afterAll(() => world.close())

const named = (hidden: boolean) =>
  world.routes
    .filter(({ isHidden }) => isHidden === hidden)
    .map(({ method, url }) => `${method} ${url}`)
    .sort()

it('API9: every registered route is in docs/addresses.md, and in /openapi.json if programs call it, and the other way round', async () => {
  const published = (await publishedOperations(world.app)).map(
    ({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  )
  expect(named(false)).toEqual(published.sort())
  expect(listed(calls)).toEqual(published)
  // For browsers and infrastructure, not API clients.
  expect(listed(pages)).toEqual(named(true))
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
