import type { MarketplaceCall } from '#contract/marketplace-calls.ts'
import type { Language } from '#quiz/languages.ts'
import { MAX_LEVELS, MAX_VALUES } from '#server/json-bounds.ts'
import { checkReply } from '#server/linked-marketplace/reply.ts'
import { findUnusableValues, type ReplyError } from '#server/linked-marketplace/unusable-values.ts'

/** `userId`: the user that the request is about. `language` if it makes a difference. */
export type CallRequest = { path: string; body: unknown; userId: string | undefined; language?: Language }

/** A request with its reply, or why there is none. */
export type CheckedCall = {
  request: CallRequest
  status: number | null
  json: unknown
  ms: number
  failure?: string
}

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, name) => (part as Record<string, unknown> | null | undefined)?.[name], value)
}

/** The paths of rows' ids, each with the path of the name that learners see. */
const IDS = [
  { id: ['user_info', 'user_id'], name: ['user_info', 'nickname'] },
  { id: ['card_set_id'], name: ['title'] },
  { id: ['user_id'], name: [] },
]

/** The ids in a reply, each with the name that learners see, which identifies the same row in another reply. */
function idsIn(reply: unknown): { id: string; name: string; path: string[] }[] {
  const data = valueAt(reply, ['data'])
  const rows = Array.isArray(data) ? data.map((row, index) => [row, [`${index}`]] as const) : [[data, []] as const]
  return rows.flatMap(([row, place]) => {
    const found = IDS.find(({ id }) => (valueAt(row, id) ?? null) !== null)
    if (!found) return []
    const name = found.name.length > 0 ? String(valueAt(row, found.name)) : ''
    return [{ id: String(valueAt(row, found.id)), name, path: ['data', ...place, ...found.id] }]
  })
}

function repeatedIds(reply: unknown): ReplyError[] {
  const rows = idsIn(reply)
  return rows
    .filter(({ id }, index) => rows.findIndex((row) => row.id === id) < index)
    .map(({ id, path }) => ({ path, rule: 'must be unique among the rows', found: id }))
}

/** Ids that differ between two replies to the same request. */
export function changedIds(first: unknown, second: unknown): ReplyError[] {
  const before = Map.groupBy(idsIn(first), ({ name }) => name)
  const now = Map.groupBy(idsIn(second), ({ name }) => name)
  return [...now].flatMap(([name, rows]) => {
    const [row] = rows
    const ids = before.get(name)?.map(({ id }) => id) ?? []
    if (!row || ids.length === 0 || rows.some(({ id }) => ids.includes(id))) return []
    return [{ path: row.path, rule: `must stay the same from call to call (first ${ids[0]})`, found: row.id }]
  })
}

/** Every error of a reply against the contract. */
export function errorsIn({ request, status, json, failure }: CheckedCall, { schema }: MarketplaceCall): ReplyError[] {
  if (failure !== undefined) return [{ path: [], rule: `no reply: ${failure}` }]
  if (status === 429) return [{ path: [], rule: 'rate limited; raise the limit for this check' }]
  if (status !== 200) return [{ path: [], rule: 'the status must be 200', found: status }]
  if (json === undefined)
    return [{ path: [], rule: `the reply must be JSON of at most ${MAX_LEVELS} levels and ${MAX_VALUES} values` }]
  const { errors, dropped } = checkReply(schema.response[200], json)
  const broken = [...errors, ...dropped].map((error) => ({ ...error, found: valueAt(json, error.path) }))
  const path = ['data', 'user_id']
  const found = valueAt(json, path)
  const { userId } = request
  const isOther = userId !== undefined && broken.length === 0 && String(found) !== userId
  return [
    ...broken,
    ...findUnusableValues(json).errors,
    ...repeatedIds(json),
    ...(isOther ? [{ path, rule: `must be the requested user, ${userId}`, found }] : []),
  ]
}
