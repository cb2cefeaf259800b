import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** A reply of a marketplace, or the first field of it that breaks a rule of the contract. */
export type CheckedReply = { ok: true; reply: unknown } | { ok: false; problem: string }

/**
 * Holds a marketplace's reply against a schema of the contract. Fields that the contract does not name are dropped. The problem names the place
 * and the rule, never the value: it goes into logs.
 */
export function checkReply(schema: TSchema, json: unknown): CheckedReply {
  const reply = Value.Clean(schema, structuredClone(json))
  const [first] = Value.Errors(schema, reply)
  if (!first) return { ok: true, reply }
  return { ok: false, problem: `${first.instancePath.replaceAll('/', '.').slice(1) || 'the reply'} ${first.message}` }
}
