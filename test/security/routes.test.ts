import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishedOperations } from '../fuzz/operations.ts'
import { startWholeApp, type WholeApp } from './whole-app.ts'

/** Routes for browsers and infrastructure, not API clients. Any new route must be listed here or published. */
const UNPUBLISHED = [
  'GET /',
  'GET /account',
  'GET /auth/:provider',
  'GET /auth/:provider/callback',
  'GET /community/language-assessment',
  'GET /dashboard',
  'GET /healthz',
  'GET /insights',
  'GET /insights/:table.csv',
  'GET /insights/items/:language/:item_id',
  'GET /languageassessment',
  'GET /languageassessment/accessibility',
  'GET /languageassessment/embedded',
  'GET /languageassessment/how',
  'GET /languageassessment/quiz',
  'GET /languageassessment/report/:id',
  'GET /languageassessment/report/:id/picture.png',
  'GET /languageassessment/sitemap.xml',
  'GET /openapi.json',
  'GET /privacy',
  'GET /robots.txt',
  'GET /static/*',
  'GET /static/avatars/:seed.svg',
  'GET /teacher/:id/:lang',
  'GET /teachers/:lang',
  'GET /terms',
  'GET /vocab/detail/:id',
  'POST /community/language-assessment/:post_id/removal',
  // A form that a frame posts into a tab of ours (docs/api.md).
  'POST /languageassessment/takeover',
  // The plain-form version of the published PUT.
  'POST /v1/consent',
]

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

it('API9: every registered route is published in /openapi.json or listed here, and the other way round', async () => {
  const published = (await publishedOperations(world.app)).map(
    ({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  )
  expect(named(false)).toEqual(published.sort())
  expect(named(true)).toEqual(UNPUBLISHED)
})
