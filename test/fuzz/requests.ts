import fc, { type Arbitrary } from 'fast-check'
import type { Operation, Schema } from './operations.ts'

/** Ids of things that exist, so that valid requests reach what lies behind the validation. */
export type Known = {
  ids: string[]
  choices: string[]
  targets: string[]
  /** By name: parameters of addresses that name something. */
  parameters: Record<string, string[]>
  /** By path: bodies that are right, to be sent and to be made wrong. */
  bodies: Record<string, unknown[]>
}

export type FuzzRequest = {
  method: string
  url: string
  headers: Record<string, string>
  /** The bytes of the body; undefined sends none. */
  payload?: string
}

const deep = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`

const NASTY_STRINGS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u2066rtl',
  '👩‍👩‍👧‍👦🇩🇪',
  'Z̷̡̢a̵̛l͠g̸o'.repeat(20),
  "' OR 1=1; DROP TABLE users; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'x'.repeat(20_000),
  '\r\nBcc: a@example.test',
  '１２３４５６',
  '٠١٢٣٤٥',
  '%00',
  'null',
]

const NASTY_VALUES: unknown[] = [
  null,
  true,
  [],
  {},
  -1,
  0,
  -0,
  1.5,
  2 ** 31,
  2 ** 53,
  Number.MAX_VALUE,
  [null],
  [[]],
  { length: 3 },
  ...NASTY_STRINGS,
]

/** Bodies that are no JSON object of the schema's, as their bytes. */
const RAW_BODIES = [
  '',
  '{',
  '\ufeff{}',
  'null',
  '[]',
  '"text"',
  '1e400',
  deep(10_000),
  '{"a":1,"a":2}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"language":1e400}',
  `{"language":"${'x'.repeat(70_000)}"}`,
]

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  ' application/json',
  'application/json\t; x',
  'application/json garbage',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'APPLICATION/JSON',
  'application/xml',
]

/** Values that a JSON schema allows. */
function valid(schema: Schema, known: Known): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valid(one, known)))
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema
      const fields = Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, valid(value, known)]))
      return fc.record(fields, { requiredKeys: required as never[] })
    }
    case 'array':
      return fc.array(valid(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 6),
      })
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1_000_000 })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return validString(schema, known)
  }
}

function validString({ format, pattern, minLength = 0, maxLength = 40 }: Schema, { ids, choices, targets }: Known) {
  if (format === 'uuid') return ids.length > 0 ? fc.oneof(fc.constantFrom(...ids), fc.uuid()) : fc.uuid()
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const free = fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, 60) })
  return fc.oneof(free, fc.constantFrom(...choices, ...targets, ''))
}

/** A valid value with one thing in it made wrong. */
function broken(value: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc
    .tuple(value, fc.constantFrom(...NASTY_VALUES), fc.nat(), fc.constantFrom('replace', 'drop', 'add'))
    .map(([whole, nasty, place, how]) => {
      if (whole === null || typeof whole !== 'object' || Array.isArray(whole)) return nasty
      const keys = Object.keys(whole)
      const key = keys[place % Math.max(1, keys.length)]
      const copy: Record<string, unknown> = { ...whole }
      if (how === 'add' || key === undefined) copy[NASTY_STRINGS[place % NASTY_STRINGS.length] as string] = nasty
      else if (how === 'drop') delete copy[key]
      else copy[key] = nasty
      return copy
    })
}

const inAddress = (value: unknown): string => encodeURIComponent(String(value).toWellFormed())

function addresses({ path, parameters }: Operation, known: Known): Arbitrary<string> {
  const values = parameters.map((parameter) => {
    const named = known.parameters[parameter.name]
    const possible = valid(parameter.schema, known)
    const good = named ? fc.oneof(fc.constantFrom(...named), possible) : possible
    const any = fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: fc.constantFrom(...NASTY_VALUES) })
    return fc.tuple(fc.constant(parameter), any, fc.constantFrom('once', 'once', 'once', 'once', 'twice', 'left out'))
  })
  return fc.tuple(...values).map((chosen) => {
    let address = path
    const query: string[] = []
    for (const [parameter, value, how] of chosen) {
      if (parameter.in === 'path') address = address.replace(`{${parameter.name}}`, inAddress(value))
      else if (how !== 'left out' || parameter.required)
        for (let times = how === 'twice' ? 2 : 1; times > 0; times--)
          query.push(`${parameter.name}=${inAddress(value)}`)
    }
    return query.length > 0 ? `${address}?${query.join('&')}` : address
  })
}

function payloads({ path, body }: Operation, known: Known): Arbitrary<string | undefined> {
  if (!body) return fc.constant(undefined)
  const samples = known.bodies[path]
  const good = samples ? fc.oneof(fc.constantFrom(...samples), valid(body, known)) : valid(body, known)
  const json = (value: unknown) => JSON.stringify(value) ?? ''
  return fc.oneof(
    { weight: 5, arbitrary: good.map(json) },
    { weight: 4, arbitrary: broken(good).map(json) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW_BODIES) },
  )
}

const HEADERS: Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'accept-language': 'de,'.repeat(3000) },
      { 'accept-encoding': ';;;q=x' },
      { 'x-forwarded-for': '1.2.3.4, evil' },
      { cookie: `sid=${'a'.repeat(4000)}` },
      { cookie: 'visitor=%00; visitor=b; sid==;;' },
    ),
  },
)

/** Requests to one operation, most of them valid or nearly so. */
export function requestsTo(operation: Operation, known: Known): Arbitrary<FuzzRequest> {
  return fc
    .record({
      method: fc.oneof(
        { weight: 20, arbitrary: fc.constant<string>(operation.method) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD') },
      ),
      url: addresses(operation, known),
      payload: payloads(operation, known),
      type: fc.oneof(
        { weight: 12, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom(...CONTENT_TYPES) },
      ),
      headers: HEADERS,
    })
    .map(({ method, url, payload, type, headers }) => ({
      method,
      url,
      headers: payload === undefined ? headers : { ...headers, 'content-type': type },
      ...(payload === undefined ? {} : { payload }),
    }))
}
