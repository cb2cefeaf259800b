import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { MARKETPLACE_CALLS, type MarketplaceCall } from '#contract/marketplace-calls.ts'
import { getLogin, type Login, postOnboarding } from '#contract/profile.ts'
import { describeError } from '#contract/schema-errors.ts'
import type { Settings } from '#settings/settings.ts'
import { describeFailure } from '../guarded-fetch.ts'
import { HttpError } from '../http/http-error.ts'
import type { CallHandlers } from '../marketplace.ts'
import { storeLoginCountry } from '../who/country.ts'
import type { Identity } from '../who/identity.ts'
import { type Client, type MarketplaceQuery, type MarketplaceReply, marketplaceClient } from './client.ts'
import { checkReply } from './reply.ts'
import { type WarnOnce, warnsOfUnusableValues } from './unusable-values.ts'

/** The marketplace's own messages aren't passed on, because they may contain anything, including personal data. */
const ERRORS: Record<number, [ErrorCode, string]> = {
  400: ['invalid_request', 'The marketplace rejected this request.'],
  401: ['signed_out', 'Please sign in first.'],
  403: ['forbidden', 'The marketplace does not allow this.'],
  404: ['not_found', 'The marketplace does not have this.'],
  422: ['invalid_request', 'The marketplace rejected this request.'],
  429: ['too_many_requests', 'Too many requests. Please wait a moment.'],
}

/** The query of a request that has passed the call's schema. Only the contract's fields are passed on. */
function toQuery(request: FastifyRequest, { method, schema }: MarketplaceCall, path: string): MarketplaceQuery {
  const params = request.params as Record<string, string>
  const query = request.query as Record<string, string>
  const names = Object.keys(schema.querystring?.properties ?? {}).filter((name) => query[name] !== undefined)
  return {
    method,
    path: path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    search: new URLSearchParams(names.map((name) => [name, query[name] as string])),
    body: schema.body ? request.body : undefined,
  }
}

async function send(
  client: Client,
  { url }: MarketplaceCall,
  request: FastifyRequest,
  query: MarketplaceQuery,
): Promise<MarketplaceReply> {
  try {
    return await client(request, query)
  } catch (error) {
    throw new HttpError(
      503,
      'upstream_unavailable',
      'The marketplace is not responding. Please try again.',
      // Not the path, which contains user ids.
      `${url}: ${describeFailure(error)}`,
    )
  }
}

function unusable({ url }: MarketplaceCall, error: string): HttpError {
  return new HttpError(502, 'upstream_unavailable', "The marketplace's reply is not usable.", `${url}: ${error}`)
}

/**
 * Forwards a request to the marketplace and returns the contract's fields of the reply.
 * @throws HttpError with the marketplace's status when it refuses, 503 when it doesn't respond, 502 when its reply
 *   breaks the contract
 */
async function forward(
  { client, warnOnce }: { client: Client; warnOnce: WarnOnce },
  call: MarketplaceCall,
  { request, reply, query }: { request: FastifyRequest; reply: FastifyReply; query: MarketplaceQuery },
): Promise<unknown> {
  const { status, json, retryAfter } = await send(client, call, request, query)
  const refused = ERRORS[status]
  if (refused) {
    if (status === 429 && retryAfter && /^\d{1,6}$/.test(retryAfter)) reply.header('retry-after', retryAfter)
    throw new HttpError(status, ...refused)
  }
  if (status !== 200) throw unusable(call, `unexpected status ${status}`)
  const { reply: checked, errors, dropped } = checkReply(call.schema.response[200], json)
  if (dropped[0])
    request.log.warn(
      { call: call.url, error: describeError(dropped[0], 'the reply'), count: dropped.length },
      "dropped bad rows from the marketplace's reply",
    )
  if (errors[0]) throw unusable(call, describeError(errors[0], 'the reply'))
  warnOnce(request.log, call.url, checked)
  return checked
}

/**
 * For a signed-out visitor: stores the country, and identifies the sender, so the ownership proof in an open attempt's
 * cookie ends along with its session.
 */
async function afterLogin(who: Identity, { data }: { data: Login }, request: FastifyRequest, reply: FastifyReply) {
  if (data.user_id !== undefined) return
  storeLoginCountry(request, reply, data.country_id)
  if (who.attempts?.read(request).length) await who.find(request)
}

/** Forwards the calls to the linked marketplace. */
export function linkedHandlers(settings: Settings, who: Identity): CallHandlers {
  const client = marketplaceClient(settings, settings.MARKETPLACE_TIMEOUT_MS)
  const warnOnce = warnsOfUnusableValues()
  const handlerOf = (call: MarketplaceCall) => {
    const path = call.url === postOnboarding.url ? settings.MARKETPLACE_ONBOARDING_PATH : call.url
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const query = toQuery(request, call, path)
      const result = await forward({ client, warnOnce }, call, { request, reply, query })
      if (call.url === getLogin.url) await afterLogin(who, result as { data: Login }, request, reply)
      return result
    }
  }
  return Object.fromEntries(MARKETPLACE_CALLS.map((call) => [call.name, handlerOf(call)])) as CallHandlers
}
