import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

/**
 * Where a value breaks its schema and what the schema allows there, in words. Never the value, since errors are logged.
 */
export type SchemaError = { path: string[]; rule: string }

type Parts = {
  type?: string
  enum?: unknown[]
  anyOf?: TSchema[]
  items?: TSchema | TSchema[]
  maxItems?: number
  properties?: Record<string, TSchema>
  required?: string[]
  additionalProperties?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  description?: string
}

function wholeNumber({ minimum, maximum }: Parts): string {
  if (minimum === undefined) return 'a whole number'
  return maximum === undefined ? `a whole number from ${minimum}` : `a whole number from ${minimum} to ${maximum}`
}

function text({ minLength = 0, maxLength, pattern, description }: Parts): string {
  if (pattern) return description ?? `text of the form ${pattern}`
  if (maxLength === undefined) return minLength > 0 ? 'text that is not empty' : 'text'
  return `text of ${minLength > 0 ? `${minLength} to ${maxLength}` : `at most ${maxLength}`} characters`
}

const FORMS: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'true or false',
  number: 'a number',
  array: 'a list',
  object: 'an object',
}

/** What a schema allows, in words. */
function allowed(schema: TSchema): string {
  const { type = '', enum: values, anyOf, ...parts } = schema as Parts
  if (values) return `one of ${values.join(', ')}`
  if (anyOf) return anyOf.map(allowed).join(' or ')
  if (type === 'integer') return wholeNumber(parts)
  return type === 'string' ? text(parts) : (FORMS[type] ?? 'something else')
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function* errorsWithin(schema: TSchema, value: unknown, path: string[]): Generator<SchemaError> {
  const {
    items,
    maxItems = Number.POSITIVE_INFINITY,
    properties,
    required = [],
    additionalProperties,
  } = schema as Parts
  if (Array.isArray(value) && items) {
    // The entries of such a list aren't even read.
    if (value.length > maxItems) yield { path, rule: `must not have more than ${maxItems} items` }
    else
      for (const [index, row] of value.entries()) {
        const of = Array.isArray(items) ? items[index] : items
        if (of) yield* findErrors(of, row, [...path, String(index)])
      }
    return
  }
  if (!isObject(value) || !properties) return
  for (const [name, field] of Object.entries(properties)) {
    const place = [...path, name]
    if (value[name] !== undefined) yield* findErrors(field, value[name], place)
    else if (required.includes(name)) yield { path: place, rule: `is missing; it must be ${allowed(field)}` }
  }
  for (const name of Object.keys(additionalProperties === false ? value : {}))
    if (!Object.hasOwn(properties, name)) yield { path: [...path, name], rule: 'is not a known field' }
}

/**
 * Every place where `value` breaks `schema`, once each. A caller that needs only the first doesn't pay for the others.
 */
export function* findErrors(schema: TSchema, value: unknown, path: string[] = []): Generator<SchemaError> {
  if (Value.Check(schema, value)) return
  const { anyOf, type, items, properties } = schema as Parts
  // The branch that fits the value's form gives better errors than all branches together.
  const branch = anyOf?.find(
    (one) => ('items' in one && Array.isArray(value)) || ('properties' in one && isObject(value)),
  )
  if (branch) {
    yield* findErrors(branch, value, path)
    return
  }
  let hasErrorsWithin = false
  for (const error of errorsWithin(schema, value, path)) {
    hasErrorsWithin = true
    yield error
  }
  if (hasErrorsWithin) return
  const hasForm = (items && Array.isArray(value)) || (properties && isObject(value)) || type === undefined
  const [error] = hasForm && !anyOf ? Value.Errors(schema, value) : []
  yield { path, rule: error && !('enum' in schema) ? error.message : `must be ${allowed(schema)}` }
}

/** An error as a sentence without its period; `whole` names the value. */
export function describeError({ path, rule }: SchemaError, whole: string): string {
  return `${path.join('.') || whole} ${rule}`
}
