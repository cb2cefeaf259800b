import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishedOperations } from '../fuzz/operations.ts'
import { startWholeApp, type WholeApp } from './whole-app.ts'

const DOC = readFileSync('docs/addresses.md', 'utf8')

const toRoutes = (methods: string, path: string) =>
  methods.split(' ').map((method) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)

/** Routes for browsers and infrastructure, not API clients: the tables of docs/addresses.md. Any new route must be listed there. */
const UNPUBLISHED = [...DOC.matchAll(/^\| `([A-Z]+) (\S+)`/gm)].flatMap(([, method = '', path = '']) =>
  toRoutes(method, path),
)
/** The calls, in its list. */
const PUBLISHED = [...DOC.matchAll(/^([A-Z ]+) (\/\S+)$/gm)].flatMap(([, methods = '', path = '']) =>
  toRoutes(methods, path),
)

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
  expect(PUBLISHED.sort()).toEqual(published)
  expect(named(true)).toEqual(UNPUBLISHED.sort())
})
