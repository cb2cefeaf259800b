import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** A reply of a marketplace with the fields that the contract names, and what breaks its rules, if anything. */
export type CheckedReply = { reply: unknown; problems: string[] }

/**
 * Holds a marketplace's reply against a schema of the contract. A problem names the place and the rule, never the value: it goes into logs.
 */
export function checkReply(schema: TSchema, json: unknown): CheckedReply {
  const reply = Value.Clean(schema, structuredClone(json))
  const problems = Value.Errors(schema, reply).map(
    ({ instancePath, message }) => `${instancePath.slice(1).replaceAll('/', '.') || 'the reply'} ${message}`,
  )
  return { reply, problems }
}
