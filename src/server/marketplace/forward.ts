import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import type { ErrorCode } from '#contract/errors.ts'
import { IdInAddress } from '#contract/ids.ts'
import {
  freeTrialEvent,
  getFoundation,
  getLogin,
  getPurposes,
  getUser,
  type Login,
  ProfileUpdateElsewhere,
  postOnboarding,
  postProfile,
  WrittenElsewhere,
} from '#contract/profile.ts'
import { exploreCardSets, getUserMini, postTeachers } from '#contract/recommendations.ts'
import { Refusal } from '../edge/refusal.ts'
import { refuseOtherSites } from '../edge/request-checks.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { keepLoginCountry } from '../visitor/country.ts'
import { isFreeTrialNoted, markFreeTrialNoted } from '../visitor/session.ts'
import {
  type Client,
  checkReply,
  describeFailure,
  describeFault,
  marketplaceClient,
  type Query,
  type Reply,
} from './client.ts'

/** The parts of a contract call that forwarding needs. */
type Call = {
  method: 'GET' | 'POST'
  url: string
  schema: { body?: TSchema; querystring?: TObject; params?: TSchema; response: { 200: TSchema } }
}

/** The marketplace's own messages are not passed on: they may have any form and name anybody. */
const REFUSALS: Record<number, [ErrorCode, string]> = {
  400: ['invalid_request', 'The marketplace rejected this request.'],
  401: ['signed_out', 'Please sign in first.'],
  403: ['forbidden', 'The marketplace does not allow this.'],
  404: ['not_found', 'The marketplace does not have this.'],
  422: ['invalid_request', 'The marketplace rejected this request.'],
  429: ['too_many_requests', 'Too many requests. Please wait a moment.'],
}

/** The query of a request that has passed the call's schema. Only the contract's fields are passed on. */
function toQuery(request: FastifyRequest, { method, url, schema }: Call, path = url): Query {
  const params = request.params as Record<string, string>
  const given = request.query as Record<string, string>
  const names = Object.keys(schema.querystring?.properties ?? {}).filter((name) => given[name] !== undefined)
  return {
    method,
    path: path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    search: new URLSearchParams(names.map((name) => [name, given[name] as string])),
    body: schema.body ? request.body : undefined,
  }
}

async function send(client: Client, request: FastifyRequest, query: Query): Promise<Reply> {
  try {
    return await client(request, query)
  } catch (error) {
    throw new Refusal(
      503,
      'upstream_unavailable',
      'The marketplace is not responding. Please try again.',
      `${query.path}: ${describeFailure(error)}`,
    )
  }
}

function unusable({ url }: Call, problem: string): Refusal {
  return new Refusal(502, 'upstream_unavailable', "The marketplace's reply is not usable.", `${url}: ${problem}`)
}

/**
 * Forwards a request to the marketplace and returns the contract's fields of the reply.
 * @throws Refusal with the marketplace's status when it refuses, 503 when it does not respond, 502 when its reply breaks the contract
 */
async function forward(
  client: Client,
  call: Call,
  { request, reply, query }: { request: FastifyRequest; reply: FastifyReply; query: Query },
): Promise<unknown> {
  const { status, json, retryAfter } = await send(client, request, query)
  const refused = REFUSALS[status]
  if (refused) {
    if (status === 429 && retryAfter && /^\d{1,6}$/.test(retryAfter)) reply.header('retry-after', retryAfter)
    throw new Refusal(status, ...refused)
  }
  if (status !== 200) throw unusable(call, `unexpected status ${status}`)
  const { reply: checked, problems, leftOut } = checkReply(call.schema.response[200], json)
  if (leftOut[0])
    request.log.warn(
      { call: call.url, problem: describeFault(leftOut[0]), count: leftOut.length },
      "left bad rows out of the marketplace's reply",
    )
  if (problems[0]) throw unusable(call, describeFault(problems[0]))
  return checked
}

/** A profile write. Any JSON object confirms it, since the browser ignores the reply. */
function confirmed<Write extends Call>(write: Write) {
  return { ...write, schema: { ...write.schema, response: { ...write.schema.response, 200: WrittenElsewhere } } }
}

/** A marketplace's ids may be words or have more digits than ours. */
function withIds<Get extends Call>(get: Get, name: string) {
  const params = Type.Object({ [name]: IdInAddress }, { additionalProperties: false })
  return { ...get, schema: { ...get.schema, params } }
}

/**
 * The calls that go to an external marketplace (Specification §7). WeChat signatures go there too if we have no WeChat account of our
 * own.
 */
export const MARKETPLACE_CALLS: readonly Call[] = [
  getLogin,
  freeTrialEvent,
  getFoundation,
  confirmed({ ...postProfile, schema: { ...postProfile.schema, body: ProfileUpdateElsewhere } }),
  confirmed(postOnboarding),
  withIds(getUser, 'id'),
  getPurposes,
  postTeachers,
  exploreCardSets,
  withIds(getUserMini, 'creator_id'),
]

/** Forwards `calls`, and nothing else, to the external marketplace. */
export function forwardedRoutes(app: App, settings: Settings, calls: readonly Call[]): void {
  const client = marketplaceClient(settings, settings.MARKETPLACE_TIMEOUT_MS)
  for (const call of calls) {
    const path = call.url === postOnboarding.url ? settings.MARKETPLACE_ONBOARDING_PATH : call.url
    app.route({
      ...call,
      // This GET writes (Specification §7), and the same-site hook checks only other methods.
      ...(call === freeTrialEvent ? { onRequest: refuseOtherSites } : {}),
      handler: async (request, reply) => {
        if (call === freeTrialEvent && isFreeTrialNoted(request)) return { data: {} }
        const answered = await forward(client, call, { request, reply, query: toQuery(request, call, path) })
        if (call === freeTrialEvent) markFreeTrialNoted(request, reply)
        if (call === getLogin) {
          const { user_id, country_id } = (answered as { data: Login }).data
          if (user_id === undefined) keepLoginCountry(request, reply, country_id)
        }
        return answered
      },
    })
  }
}
