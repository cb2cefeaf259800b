import fc from 'fast-check'
import { Compile } from 'typebox/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { type Cast, exampleFor, thingsNamedFor } from '#harness/examples.ts'
import { freshSeed } from '#harness/fresh-seed.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { UNLIMITED } from '#harness/test-settings.ts'
import { countChanges } from './change-counter.ts'
import { type Operation, PAGES, publishedOperations, type Schema } from './operations.ts'
import { type FuzzRequest, type Known, requestsTo } from './requests.ts'

/** `npm run security -- fuzz 1000000` sets the number of requests; `npm test` sends 6,000. */
const CASES = Number(process.env.FUZZ_CASES ?? 6000)
const SEED = freshSeed()

/** Changes that a refused call may still make: a wrong code counts as a try. */
const COUNTED: Record<string, string[]> = { '/v1/auth/sessions': ['code_challenges'] }

/**
 * Replies that random requests can't get: they'd have to guess a six-digit code, or need a service that isn't
 * configured here.
 */
const UNREACHABLE = ['/v1/auth/sessions']

const API_TOKEN = 'the-secret-of-the-marketplace-servers'

/** Replies must not leak internals. */
const INSIDES = /\bat .+\.ts:\d|node_modules|select .+ from|insert into|violates|kysely/i

let running: TestApp
let operations: Operation[]
let changes: () => Promise<Record<string, number>>

beforeAll(async () => {
  const send = async () => undefined
  running = await startTestApp({ ...UNLIMITED, RESULTS_API_TOKEN: API_TOKEN }, { email: send, phone: send })
  operations = [...(await publishedOperations(running.app)), ...PAGES]
  changes = await countChanges(running.db)
})

afterAll(() => running.close())

type Actor = { cookies: Record<string, string>; headers: Record<string, string> }
type People = { actors: Actor[]; known: Known }

/** Existing people and things, new for each operation, since some operations delete them. */
async function newPeople(): Promise<People> {
  const learner = await newAccount(running, { register_status: 5, country_id: 'DE' })
  const newcomer = await newAccount(running)
  const visitor = new ApiClient(running.app)
  const open = await learner.client.start('french')
  const finished = await learner.client.play('german', (position) => position % 2 === 0)
  const ofVisitor = await visitor.start('korean')
  const reportOf = async (assessment_id: string) => {
    const { body } = await learner.client.send<{ report_id: string }>('POST', urls.reports, { assessment_id })
    return body.data.report_id
  }
  const posted = await reportOf(finished.id)
  await learner.client.send('POST', urls.communityPosts, { report_id: posted })
  const unposted = await reportOf((await learner.client.play('italian', () => false)).id)
  const browsers = [learner.client, learner.client, newcomer.client, visitor, { cookies: {} }]
  const server = { cookies: {}, headers: { authorization: `Bearer ${API_TOKEN}` } }
  const things = { open: open.id, finished: finished.id, unshared: finished.id, unposted, email: 'lena@example.test' }
  return {
    actors: [...browsers.map(({ cookies }) => ({ cookies: { ...cookies }, headers: {} })), server],
    known: {
      ids: [open.id, finished.id, ofVisitor.id],
      choices: [...open.questions, ...ofVisitor.questions].flatMap(({ options }) => options),
      targets: ['lena@example.test', '+4915112345678', 'english', String(learner.user.id)],
      parameters: {
        id: [open.id, finished.id, String(learner.user.id)],
        user_id: [String(learner.user.id)],
        position: ['1'],
        report_id: [posted],
      },
      bodies: rightBodies(things),
    },
  }
}

/** Bodies beyond the examples, too unlikely to occur by chance. */
function furtherBodies({ open: assessment_id }: Pick<Cast, 'open'>): Known['bodies'] {
  const occurred_at = new Date().toISOString()
  const event = (name: string, properties: object) => ({
    events: [{ name, occurred_at, properties: { flow_id: '0-french-1', language: 'french', ...properties } }],
  })
  const purpose = { language: 'french', role: 'adult' }
  return {
    [urls.events]: [
      event('view_question', { assessment_id, position: 1, question_id: 7 }),
      event('recommend_teacher_click', {
        teacher_id: 7,
        algo_detail: { recipe_name: 'A chance', campaign_name: 'B' },
      }),
    ],
    [urls.codes]: [{ channel: 'phone', target: '+4915112345678' }],
    [urls.profile]: [
      { purpose_list: [{ ...purpose, purpose: 'brain_training', sub_purpose: '' }] },
      { purpose_list: [{ ...purpose, purpose: 'other_purpose', sub_purpose: 'A garden' }] },
    ],
  }
}

type Things = Pick<Cast, 'open' | 'finished' | 'unshared' | 'unposted' | 'email'>

/** By path: the bodies of the examples about these things, and of a few more. */
function rightBodies(things: Things): Known['bodies'] {
  const further = furtherBodies(things)
  return Object.fromEntries(
    operations.flatMap(({ method, path }) => {
      const route = { method, url: path.replace(/\{(\w+)\}/g, ':$1') }
      if (!thingsNamedFor(route).every((thing) => thing in things)) return []
      const { body } = exampleFor(route, things as Cast)
      return body === undefined ? [] : [[path, [body, ...(further[path] ?? [])]]]
    }),
  )
}

const closed = new Map<Schema, { Check: (value: unknown) => boolean }>()

/** The published schema, with no undeclared properties allowed. */
function checkerOf(schema: Schema): { Check: (value: unknown) => boolean } {
  const close = (one: Schema): Schema => ({
    ...one,
    ...(one.properties && {
      additionalProperties: one.additionalProperties ?? false,
      properties: Object.fromEntries(Object.entries(one.properties).map(([name, value]) => [name, close(value)])),
    }),
    ...(one.items && { items: close(one.items) }),
    ...(one.anyOf && { anyOf: one.anyOf.map(close) }),
  })
  const checker = closed.get(schema) ?? Compile(close(schema) as never)
  closed.set(schema, checker)
  return checker
}

function replySchema({ replies }: Operation, status: number): Schema | null | undefined {
  return replies[String(status)] ?? replies[`${Math.floor(status / 100)}XX`]
}

const changed = (before: Record<string, number>, after: Record<string, number>, path: string): string[] =>
  Object.keys(after).filter((table) => after[table] !== before[table] && !COUNTED[path]?.includes(table))

/** Sends one request and reports the errors in the reply. */
async function errorsOf(operation: Operation, request: FuzzRequest, { cookies, headers }: Actor): Promise<string[]> {
  const before = await changes()
  const { cookie } = request.headers
  const response = await running.app.inject({
    ...request,
    headers: { ...headers, ...request.headers },
    ...(cookie ? {} : { cookies }),
  } as never)
  const status = response.statusCode
  const errors: string[] = []
  if (request.method === operation.method) count(operation, status)
  if (status >= 500 && status !== 503) errors.push(`status ${status}`)
  if (INSIDES.test(response.body)) errors.push(`reveals internals: ${response.body.slice(0, 200)}`)
  if (status >= 400) {
    errors.push(...changed(before, await changes(), operation.path).map((table) => `${table} changed`))
  }
  const isAsPublished = request.method === operation.method && response.headers['content-type']?.includes('json')
  const schema = isAsPublished ? replySchema(operation, status) : null
  if (schema && !checkerOf(schema).Check(JSON.parse(response.body)))
    errors.push(`reply breaks its schema: ${response.body}`)
  // A wrong Host is refused before routing.
  const isWrongHost = status === 400 && request.headers.host !== undefined
  if (isAsPublished && schema === undefined && status !== 404 && !isWrongHost)
    errors.push(`status ${status} is not published`)
  return errors
}

/** The number of replies by operation and status class. */
const answered = new Map<Operation, Record<string, number>>()

function count(operation: Operation, status: number): void {
  const classes = answered.get(operation) ?? {}
  const name = `${Math.floor(status / 100)}xx`
  classes[name] = (classes[name] ?? 0) + 1
  answered.set(operation, classes)
}

it(`v5.0.0-2.2.1, 2.2.2, 1.2.4: answers ${CASES} generated requests without an error, and a refused one changes nothing`, {
  timeout: 0,
}, async () => {
  const numRuns = Math.ceil(CASES / operations.length)
  let sent = 0
  for (const operation of operations) {
    // The replies listed as unreachable didn't occur.
    const mustReach = !PAGES.includes(operation) && !UNREACHABLE.includes(operation.path)
    for (let round = 0; round === 0 || (mustReach && round < 50 && !answered.get(operation)?.['2xx']); round++) {
      const { actors, known } = await newPeople()
      await fc.assert(
        fc.asyncProperty(requestsTo(operation, known), fc.constantFrom(...actors), async (request, actor) => {
          expect(await errorsOf(operation, request, actor)).toEqual([])
        }),
        { numRuns, seed: SEED + round },
      )
      sent += numRuns
    }
  }
  console.log(`${sent} requests`)
  for (const [{ method, path }, classes] of answered) console.log(method, path, JSON.stringify(classes))
  const calls = operations.filter((operation) => !PAGES.includes(operation))
  const unreached = calls.filter((operation) => !answered.get(operation)?.['2xx']).map(({ path }) => path)
  expect(unreached).toEqual(UNREACHABLE)
})
