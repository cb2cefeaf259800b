import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { breaking } from './breaking.ts'
import { EVERY_CALL, type Promised, promisedNow, STATE } from './promised.ts'

const MAJOR_VERSION_NEEDED =
  'This breaks whoever relied on it (docs/compatibility.md). Keep it as it was, or make it a new major version.'

let world: TestApp
let before: Promised
beforeAll(async () => {
  world = await startTestApp(EVERY_CALL)
  before = JSON.parse(readFileSync(STATE, 'utf8'))
})
afterAll(() => world.close())

it('nothing that 1.0 promised is broken', async () => {
  const openapi = (await world.app.inject(urls.openapi)).json()
  expect(breaking(before, promisedNow(openapi)), MAJOR_VERSION_NEEDED).toEqual([])
})

/** A change of the product, made in a copy of its state. */
type Change = (now: Promised) => unknown

type Node = { [key: string]: Node } & { required: string[]; enum: string[] }

/** What stands at a place of a state. */
const at = (now: Promised | Node, ...steps: string[]): Node => {
  let node = now as unknown as Node
  for (const step of steps) node = node[step] as Node
  return node
}

const START = ['openapi', 'paths', '/v1/assessments', 'post']
const SCHEMA = ['content', 'application/json', 'schema']
const body = (now: Promised) => at(now, ...START, 'requestBody', ...SCHEMA)
const reply = (now: Promised) => at(now, ...START, 'responses', '201', ...SCHEMA, 'properties', 'data')
const replaced = (node: Node, name: string, schema: object) => Object.assign(node, { [name]: schema })

it.each<[string, Change, RegExp[]]>([
  [
    'a call that is gone',
    (now) => delete now.openapi.paths['/v1/assessments']?.post,
    [/^POST \/v1\/assessments is gone$/],
  ],
  [
    'a reply without a field',
    (now) => delete at(reply(now), 'properties').answered,
    [/^POST \/v1\/assessments: 201\.data\.answered is gone$/],
  ],
  [
    'a field that may be missing',
    (now) => reply(now).required.splice(reply(now).required.indexOf('answered'), 1),
    [/data\.answered may be missing now$/],
  ],
  [
    'a field that may be null',
    (now) => replaced(at(reply(now), 'properties'), 'answered', { anyOf: [{ type: 'integer' }, { type: 'null' }] }),
    [/data\.answered: .*null.* is not as before$/],
  ],
  [
    'a field of another type',
    (now) => replaced(at(reply(now), 'properties'), 'answered', { type: 'string' }),
    [/data\.answered: its type was integer and is string$/],
  ],
  ['a request that needs more', (now) => body(now).required.push('reason'), [/body\.reason has to be there now$/]],
  [
    'a value that is no longer taken',
    (now) => at(body(now), 'properties', 'language').enum.shift(),
    [/body\.language: "english" is no longer taken$/],
  ],
  [
    'a longer text that is refused',
    (now) => replaced(at(now, 'imports', 'teachers', 'properties', 'about'), 'maxLength', 10 as never),
    [/^import teachers\.about: maxLength was 1000 and is 10$/],
  ],
  [
    'a field of the webhook that is gone',
    (now) =>
      delete at(now, 'openapi', 'webhooks', 'assessment.finished', 'post', 'requestBody', ...SCHEMA, 'properties').data,
    [/^webhook POST assessment\.finished: body\.data is gone$/],
  ],
  ['an address that is gone', ({ addresses }) => addresses.shift(), [/ is gone$/]],
  [
    'a property of an event that is gone',
    ({ events }) => events.view_question?.pop(),
    [/^event view_question: question_id is gone$/],
  ],
  [
    'an event that is gone',
    ({ events }) => delete events.view_signup,
    [/^event view_signup: /, /^event view_signup: /],
  ],
  [
    'a message of the frame that is another',
    ({ embedding }) => replaced(embedding.anyOf?.[1]?.properties as never, 'type', { type: 'string', const: 'bye' }),
    [/^message of the frame: .*bye.* is not as before$/],
  ],
  [
    'a migration that was changed',
    ({ migrations }) => Object.assign(migrations, { '0001-schema.sql': '' }),
    [/^migration 0001-schema\.sql: databases that have run it are refused$/],
  ],
  [
    'another default',
    ({ settings }) => Object.assign(settings, { PORT: '1' }),
    [/^setting PORT: was “3000” by default and is “1”$/],
  ],
  [
    'a setting that is gone',
    ({ settings }) => delete settings.PORT,
    [/^setting PORT: was “3000” by default and is “gone”$/],
  ],
])('%s is named', (_, change, told) => {
  const now = structuredClone(before)
  change(now)
  expect(breaking(before, now)).toEqual(told.map((line) => expect.stringMatching(line)))
})

it.each<[string, Change]>([
  ['a new call', ({ openapi }) => Object.assign(openapi.paths, { '/v9/new': { get: {} } })],
  ['a new field of a reply', (now) => replaced(at(reply(now), 'properties'), 'more', { type: 'string' })],
  ['a value more that is taken', (now) => at(body(now), 'properties', 'language').enum.push('latin')],
  ['a field that need not be sent', (now) => body(now).required.pop()],
  ['a new migration', ({ migrations }) => Object.assign(migrations, { '9999-new.sql': '' })],
  ['a new setting', ({ settings }) => Object.assign(settings, { NEW: 'x' })],
  ['a new property of an event', ({ events }) => events.view_question?.push('more')],
])('%s breaks nobody', (_, change) => {
  const now = structuredClone(before)
  change(now)
  expect(breaking(before, now)).toEqual([])
})
