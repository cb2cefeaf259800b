import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedAccounts } from '#harness/accounts.ts'
import { type Operation, publishedOperations } from '../fuzz/operations.ts'
import { fill, newOwner, type Owner } from './cast.ts'
import { ask } from './tour.ts'
import { API_TOKEN, startWholeApp, type WholeApp } from './whole-app.ts'

let world: WholeApp
let owner: Owner
let writing: Operation[]
beforeAll(async () => {
  world = await startWholeApp()
  owner = await newOwner(world, 'Owner')
  writing = (await publishedOperations(world.app)).filter(({ body }) => body !== null)
})
afterAll(() => world.close())

/** A valid body for each of these calls. */
const good = ({ path }: Operation): object => {
  if (path.endsWith('/answers/{position}')) return { choice: [] }
  if (path.endsWith('/report')) return { reason: 'mistake' }
  const bodies: Record<string, object> = {
    '/v1/account': { nickname: 'Renamed' },
    '/v1/assessments': { language: 'english' },
    '/v1/auth/app-sessions': { token: 'x' },
    '/v1/auth/codes': { channel: 'email', target: 'a@example.com' },
    '/v1/auth/sessions': { challenge_id: owner.open, code: '123456' },
    '/v1/community/posts': { report_id: owner.report },
    '/v1/consent': { choice: 'allowed' },
    '/v1/events': { events: [] },
    '/v1/reports': { assessment_id: owner.finished },
    '/v2/me/onboarding': { primary_learning_language: 'french', primary_learning_level: 3 },
    '/v2/me/profile': { language: { language_s: [], level_s: [], is_learning_s: [] } },
    '/v2/teachers': { page_size: 1, user_timezone: 'UTC', teach_language: { language: 'french' }, specify_time: [] },
  }
  const body = bodies[path]
  if (!body) throw new Error(`${path} has no body here: add one.`)
  return body
}

const send = (operation: Operation, payload: string) =>
  ask(world, {
    method: operation.method,
    url: fill(operation.path.replace(/\{(\w+)\}/g, ':$1'), owner),
    cookie: `__Host-sid=${owner.client.cookies.sid}`,
    headers: { 'content-type': 'application/json' },
    payload,
  })

/** The text of the body with one more field. */
const withField = (operation: Operation, field: string) => {
  const text = JSON.stringify(good(operation))
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}${field}}`
}

describe('v5.0.0-15.3.3, 15.3.6, 15.3.7 (25): unknown fields', () => {
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
    for (const operation of writing) {
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
    for (const { method, path, parameters } of published) {
      const query = parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name }) => `${name}=${examples[name] ?? '1'}`)
      const url = fill(path.replace(/\{(\w+)\}/g, ':$1'), owner)
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
