import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { findErrors, type SchemaError } from '#contract/schema-errors.ts'

/**
 * A marketplace's reply, reduced to the contract's fields, with its contract violations, if any. `dropped`: the errors
 * of dropped rows.
 */
export type CheckedReply = { reply: unknown; errors: SchemaError[]; dropped: SchemaError[] }

type Parts = {
  type?: string
  default?: unknown
  items?: TSchema
  properties?: Record<string, TSchema>
  required?: string[]
  anyOf?: TSchema[]
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false }

/**
 * Converts a scalar to the contract's type. The specification doesn't fix types, so numbers may be text and vice versa.
 */
function inType(schema: TSchema, value: unknown): unknown {
  if (!['string', 'number'].includes(typeof value) || Value.Check(schema, value)) return value
  const { type, anyOf } = schema as TSchema & Parts
  if (anyOf) return anyOf.map((one) => inType(one, value)).find((one) => Value.Check(schema, one)) ?? value
  if (type === 'string') return String(value)
  if (type === 'boolean') return BOOLEANS[String(value).toLowerCase()] ?? value
  const isNumber = type === 'integer' || type === 'number'
  return isNumber && /^\s*-?\d+(\.\d+)?\s*$/.test(String(value)) ? Number(value) : value
}

/**
 * Tolerates small errors: reads numbers from text and vice versa, replaces null or nothing with the field's default,
 * drops a null optional field, and drops bad rows from a list that also has good ones.
 */
function repair(schema: TSchema, value: unknown, path: string[], dropped: SchemaError[]): unknown {
  const { items, properties, required = [], anyOf, default: ifMissing } = schema as TSchema & Parts
  if ((value ?? null) === null && ifMissing !== undefined) return ifMissing
  const list = items ? schema : anyOf?.find((one) => 'items' in one)
  if (Array.isArray(value) && list) {
    const of = (list as TSchema & Parts).items as TSchema
    const rows = value.map((row, index) => repair(of, row, [...path, `${index}`], dropped))
    const errors = rows.map((row, index) => findErrors(of, row, [...path, `${index}`]).next().value)
    const good = rows.filter((_, index) => errors[index] === undefined)
    if (good.length === 0) return rows
    dropped.push(...errors.filter((error) => error !== undefined))
    return good
  }
  if (!properties || typeof value !== 'object' || value === null || Array.isArray(value)) return inType(schema, value)
  const fields = value as Record<string, unknown>
  const repaired: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(properties)) {
    const isNeeded = required.includes(name) || (fields[name] !== undefined && Value.Check(field, fields[name]))
    if (!isNeeded && (fields[name] ?? null) === null) continue
    const part = repair(field, fields[name], [...path, name], dropped)
    if (part !== undefined) repaired[name] = part
  }
  return repaired
}

/** Checks a marketplace's reply against a schema of the contract. One bad row doesn't invalidate the others. */
export function checkReply(schema: TSchema, json: unknown): CheckedReply {
  const dropped: SchemaError[] = []
  const reply = repair(schema, Value.Clean(schema, structuredClone(json)), [], dropped)
  return { reply, errors: [...findErrors(schema, reply)], dropped }
}
