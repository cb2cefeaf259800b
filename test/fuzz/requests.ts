import fc, { type Arbitrary } from 'fast-check'
import {
  CONTENT_TYPES,
  EDGE_DAYS,
  EDGE_INSTANTS,
  NASTY_CHARACTERS,
  NASTY_HOSTS,
  NASTY_STRINGS,
  NASTY_VALUES,
  RAW_BODIES,
} from './nasty-values.ts'
import type { Operation, Schema } from './operations.ts'

const DAY_MS = 24 * 3_600_000

/** Ids of existing objects, so valid requests pass validation. */
export type Known = {
  ids: string[]
  choices: string[]
  targets: string[]
  /** By name: path parameters with ids. */
  parameters: Record<string, string[]>
  /** By path: valid bodies, to be sent and mutated. */
  bodies: Record<string, unknown[]>
}

export type FuzzRequest = {
  method: string
  url: string
  headers: Record<string, string>
  /** The bytes of the body; undefined sends none. */
  payload?: string
}

/** Specification §3: the creator of the product's own vocabulary sets. */
const PRODUCT_CREATOR = '9999'

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
  if (format === 'date-time') {
    const any = fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
    const near = fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }).map((ms) => new Date(Date.now() + ms).toISOString())
    return fc.oneof(any, near, fc.constantFrom(...EDGE_INSTANTS))
  }
  if (format === 'date') {
    const near = fc.integer({ min: 0, max: 60 }).map((days) => new Date(Date.now() - days * DAY_MS).toISOString())
    return fc.oneof(
      near.map((instant) => instant.slice(0, 10)),
      fc.constantFrom(...EDGE_DAYS),
    )
  }
  if (pattern) {
    const any = fc.stringMatching(new RegExp(pattern))
    // The only well-known number is the product's creator id.
    return new RegExp(pattern).test(PRODUCT_CREATOR) ? fc.oneof(any, fc.constant(PRODUCT_CREATOR)) : any
  }
  const free = fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, 60) })
  return fc.oneof(free, fc.constantFrom(...choices, ...targets, ''))
}

type How = 'replace' | 'drop' | 'add'

/** `place` selects the part to mutate at each depth. */
function breakOne(whole: unknown, nasty: unknown, place: number, how: How): unknown {
  if (whole === null || typeof whole !== 'object') return nasty
  const keys = Object.keys(whole)
  const key = keys[place % Math.max(1, keys.length)]
  const copy = (Array.isArray(whole) ? [...whole] : { ...whole }) as Record<string, unknown>
  if (key !== undefined && place % 3 > 0 && typeof copy[key] === 'object')
    copy[key] = breakOne(copy[key], nasty, Math.floor(place / 3), how)
  else if (Array.isArray(whole) || (how !== 'add' && key !== undefined)) {
    if (how === 'drop') delete copy[key ?? 0]
    else copy[key ?? 0] = nasty
  } else copy[NASTY_STRINGS[place % NASTY_STRINGS.length] as string] = nasty
  return copy
}

/** A valid value with one mutation, at any depth. */
function broken(value: Arbitrary<unknown>): Arbitrary<unknown> {
  const how = fc.constantFrom<How>('replace', 'drop', 'add')
  return fc
    .tuple(value, fc.constantFrom(...NASTY_VALUES), fc.nat(), how)
    .map(([whole, nasty, place, way]) => breakOne(whole, nasty, place, way))
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : []
}

/** Enumeration values, where any change is refused anyway. */
const IS_WORD = /^[a-z_]*$/

/** A valid value with an unusual character in one of its strings. */
function withNastyCharacter(value: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc.tuple(value, fc.constantFrom(...NASTY_CHARACTERS), fc.nat()).map(([whole, character, place]) => {
    const texts = [...new Set(stringsIn(whole))].filter((text) => !IS_WORD.test(text))
    const chosen = texts[place % Math.max(1, texts.length)]
    if (chosen === undefined) return whole
    const at = place % (chosen.length + 1)
    const changed = chosen.slice(0, at) + character + chosen.slice(at)
    return JSON.parse(JSON.stringify(whole).replaceAll(JSON.stringify(chosen), () => JSON.stringify(changed)))
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
    { weight: 3, arbitrary: broken(good).map(json) },
    { weight: 1, arbitrary: withNastyCharacter(samples ? fc.constantFrom(...samples) : good).map(json) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW_BODIES) },
  )
}

const HEADERS: Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.constantFrom(...NASTY_HOSTS).map((host) => ({ host })) },
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

/** Requests to one operation, most of them valid or nearly valid. */
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
