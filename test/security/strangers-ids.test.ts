import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import { OUR_COOKIES } from '#contract/cookies.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { pages } from '#contract/pages.ts'
import { urls } from '#contract/urls.ts'
import { storedAccounts } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { pathOf } from '#harness/examples.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { exampleAbout, newOwner, type Owner } from './cast.ts'
import { startWholeApp, type WholeApp } from './whole-app.ts'

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

const IS_ID = /(^|_)(id|token|code|state|before|seed)$/
/** Names that look like ids, but identify a country and an interface text. */
const NO_IDS = ['country_id', 'text_code']

function idsIn(schema: Schema | undefined): string[] {
  if (!schema) return []
  const { properties = {}, items, anyOf = [] } = schema
  const own = Object.keys(properties).filter((name) => IS_ID.test(name) && !NO_IDS.includes(name))
  return [...own, ...[items, ...anyOf, ...Object.values(properties)].flatMap(idsIn)]
}

const PAGES = Object.values(pages).map(({ address, schema = {} }) => ({ method: 'GET', url: address, schema }))

/** Every id that a client sends according to the contract, as `METHOD address name`, and the cookies. */
function idsOfContract(): string[] {
  const ofCalls = [...Object.values<Pick<Endpoint, 'method' | 'url' | 'schema'>>(ENDPOINTS), ...PAGES].flatMap(
    ({ method, url, schema }) => {
      const { params, querystring, body } = schema as Partial<Record<string, Schema>>
      const inAddress = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter((name) => IS_ID.test(name))
      return [...inAddress, ...[params, querystring, body].flatMap(idsIn)].map((name) => `${method} ${url} ${name}`)
    },
  )
  return [...new Set([...ofCalls, ...['sid', ...OUR_COOKIES].map((name) => `cookie ${name}`)])].sort()
}

let world: WholeApp
let victim: Owner
let stranger: Owner
beforeAll(async () => {
  world = await startWholeApp()
  victim = await newOwner(world, 'Victim Vera')
  stranger = await newOwner(world, 'Stranger Sam')
})
afterAll(() => world.close())

/**
 * Uses another user's id.
 * @throws AssertionError if it has any effect
 */
type Attack = (id: string) => Promise<void>

const split = (id: string) => id.split(' ') as ['GET', string, string]

/** The example of its call with the victim's ids, from a stranger and from a visitor: refused, and nothing changes. */
const refused: Attack = async (id) => {
  const [method, url] = split(id)
  const example = exampleAbout({ method, url }, victim)
  const before = await storedAccounts(world)
  const clients = [stranger.client, new ApiClient(world.app)]
  for (const client of clients) {
    const cookie = Object.entries(client.cookies).map(([name, value]) => `${name}=${value}`)
    const { statusCode, body } = await world.app.inject({
      method,
      url: pathOf(url, example),
      headers: { cookie: cookie.join('; ') },
      ...(example.body ? { payload: example.body as object } : {}),
    })
    expect([id, [401, 404].includes(statusCode)]).toEqual([id, true])
    expect(body).not.toContain(victim.nickname)
  }
  expect(await storedAccounts(world)).toEqual(before)
}

const exported = async ({ client }: Owner) =>
  (await client.send<AccountData>('GET', `${urls.accountData}?download=1`)).body.data

/** A cursor from another user's results returns none of them. */
const noneBefore: Attack = async () => {
  const { body } = await stranger.client.send<AccountData>('GET', `${urls.accountData}?before=${victim.finished}`)
  expect(JSON.stringify(body)).not.toContain(victim.finished)
}

const event = (properties: object) => ({
  events: [{ name: 'view_question', occurred_at: new Date().toISOString(), properties }],
})

/**
 * Events may name another user's attempt: they don't appear in the victim's download, and give no access to its events.
 */
const onlyALabel: Attack = async () => {
  stranger.client.setCookie('consent', 'allowed')
  const { flow_id } = (await victim.client.send('GET', urls.attempt(victim.open))).body.data
  const label = { assessment_id: victim.open, language: 'german', position: 1, question_id: 4711 }
  const sent = [`0-german-${flow_id.split('-').at(-1)}`, flow_id].map((flow) => event({ flow_id: flow, ...label }))
  const statuses = []
  for (const body of sent) statuses.push((await stranger.client.send('POST', urls.events, body)).status)
  expect(statuses).toEqual([202, 400])
  expect(JSON.stringify((await exported(victim)).events)).not.toContain('4711')
  expect((await exported(stranger)).events?.filter(({ name }) => name === 'answer_question')).toEqual([])
}

const flowRefused: Attack = async () => {
  const flow_id = `${victim.userId}-french-1`
  for (const client of [stranger.client, new ApiClient(world.app)])
    expect((await client.send('POST', urls.attempts, { language: 'french', flow_id })).status).toBe(400)
}

/** The database's hash of a secret isn't the secret. */
const hashIsUseless: Attack = async (id) => {
  const [, cookie] = split(id)
  const { visitor } = await world.db
    .selectFrom('assessments')
    .select('visitor')
    .where('id', '=', victim.open)
    .executeTakeFirstOrThrow()
  const sessions = world.db.selectFrom('sessions').select('token_sha256').where('user_id', '=', victim.userId)
  const { token_sha256 } = await sessions.executeTakeFirstOrThrow()
  const thief = new ApiClient(world.app)
  thief.setCookie(cookie, cookie === 'sid' ? token_sha256 : visitor)
  expect((await thief.send('GET', urls.attempt(victim.open))).status).toBe(404)
  expect((await thief.send('GET', urls.accountData)).status).toBe(401)
}

/** The contract leaves the query of these URLs to the providers. */
const OF_PROVIDERS = [`GET ${urls.callback(':provider')} state`, `GET ${urls.callback(':provider')} code`]

/** Ids that another user tries here. */
const TABLE: readonly [Attack, readonly string[]][] = [
  [
    refused,
    [
      'GET /v1/assessments/:id id',
      'GET /v1/assessments/:id/picture.png id',
      'GET /v1/assessments/:id/review id',
      'PUT /v1/assessments/:id/answers/:position id',
      'POST /v1/assessments/:id/handover id',
      'POST /v1/assessments/:id/items/:position/flag id',
      'POST /v1/reports assessment_id',
      'DELETE /v1/reports/:report_id report_id',
      'POST /v1/community/posts report_id',
      'DELETE /v1/users/:user_id user_id',
      'GET /v1/users/:user_id/export user_id',
      'GET /v1/users/:user_id/results user_id',
      'GET /v2/user/:id id',
      'GET /v2/usermini/:creator_id creator_id',
      'GET /teacher/:id/:lang id',
      'GET /vocab/detail/:id id',
    ],
  ],
  [noneBefore, ['GET /v1/account before', 'GET /v1/users/:user_id/results before']],
  [flowRefused, ['POST /v1/assessments flow_id']],
  [
    onlyALabel,
    ['flow_id', 'assessment_id', 'question_id', 'teacher_id', 'card_set_id'].map((name) => `POST /v1/events ${name}`),
  ],
  [hashIsUseless, ['cookie sid', 'cookie visitor', 'cookie embedded_visitor']],
]

/** Ids that are useless to an attacker, or that another user tries in the named test. */
const OTHERS: readonly string[] = [
  // src/server/sign-in/codes.test.ts
  'POST /v1/auth/sessions challenge_id',
  'POST /v1/auth/sessions code',
  'cookie code_browser',
  // src/server/api/app-sessions.test.ts
  'POST /v1/auth/app-sessions token',
  // src/server/api/handover.test.ts
  'POST /languageassessment/takeover token',
  // src/server/sign-in/oauth.slow.test.ts
  ...OF_PROVIDERS,
  // src/server/linked-marketplace/open-attempt.test.ts
  ...LANGUAGES.map((language) => `cookie assessment_${language}`),
  // Public data.
  'GET /languageassessment/report/:id id',
  'GET /languageassessment/report/:id/picture.png id',
  'GET /static/avatars/:seed.svg seed',
  // Preferences.
  ...['consent', 'free_trial', 'hl', 'login_country'].map((name) => `cookie ${name}`),
]

describe('an id that a client creates or holds is useless to others', () => {
  it.each(TABLE.flatMap(([attack, ids]) => ids.map((id) => [id, attack] as const)))('%s', (id, attack) => attack(id))

  it('the tables have every id in the contract', () => {
    const listed = [...TABLE.flatMap(([, ids]) => ids), ...OTHERS]
    expect(listed.sort()).toEqual([...idsOfContract(), ...OF_PROVIDERS].sort())
  })
})
