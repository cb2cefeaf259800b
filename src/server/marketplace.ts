import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS, type Endpoints } from '#contract/endpoints.ts'
import { MARKETPLACE_CALLS, type MarketplaceCall, type MarketplaceCallName } from '#contract/marketplace-calls.ts'
import type { SignIn } from '#contract/page-data.ts'
import type { Gates } from './http/gates.ts'
import type { App } from './http/server.ts'
import type { SignInCounts } from './metrics/metrics.ts'
import { isFreeTrialNoted, markFreeTrialNoted } from './who/free-trial-event.ts'
import type { Identity } from './who/identity.ts'

type Part<Schema, Name extends string> = Schema extends Record<Name, infer Of extends TSchema> ? Static<Of> : unknown

type RequestOf<Schema> = FastifyRequest<{
  Body: Part<Schema, 'body'>
  Querystring: Part<Schema, 'querystring'>
  Params: Part<Schema, 'params'>
}>

type ReplyOf<Schema> = Schema extends { response: { 200: infer Reply extends TSchema } } ? Static<Reply> : never

/** Replies to one call, or throws an HttpError. */
type CallHandler<Name extends MarketplaceCallName> = (
  request: RequestOf<Endpoints[Name]['schema']>,
  reply: FastifyReply,
) => Promise<ReplyOf<Endpoints[Name]['schema']>>

/** A handler for each call of Specification §7. A WeChat signature requires a WeChat account. */
export type CallHandlers = { [Name in Exclude<MarketplaceCallName, 'getJsApi'>]: CallHandler<Name> } & {
  getJsApi?: CallHandler<'getJsApi'>
}

/**
 * The marketplace of the quiz, with its people, profiles, teachers, and words. It's either a linked service
 * (linked-marketplace/) or this service itself (built-in.ts). app.ts picks one.
 */
export type Marketplace = {
  who: Identity
  /** The sign-in options for visitors, and who has the accounts. */
  signIn: SignIn
  handlers: CallHandlers
  /** Whether ids, bodies, and replies may differ from ours, as with any other marketplace. */
  isTolerant: boolean
  /** Call this before setting up the gates. */
  beforeGates?: (app: App) => void
  /** Its own pages and calls, in addition to the specification's. */
  addOwnRoutes?: (app: App, parts: { gates: Gates; counts: SignInCounts }) => void
}

/** The event fires once after each login (Specification §7). */
function oncePerLogin(who: Identity, handle: CallHandler<'freeTrialEvent'>): CallHandler<'freeTrialEvent'> {
  return async (request, reply) => {
    if (isFreeTrialNoted(who, request)) return { data: {} }
    const result = await handle(request, reply)
    markFreeTrialNoted(who, request, reply)
    return result
  }
}

/** The calls of Specification §7, as the marketplace handles them. */
export function marketplaceRoutes(app: App, { who, handlers, isTolerant }: Marketplace): void {
  for (const call of MARKETPLACE_CALLS) {
    const { name, method, url } = call
    const handler = name === 'freeTrialEvent' ? oncePerLogin(who, handlers[name]) : handlers[name]
    // A service with its own WeChat account makes the signature itself.
    if (!handler || app.hasRoute({ method, url })) continue
    const declared = isTolerant ? call : (ENDPOINTS[name] as Endpoint as MarketplaceCall)
    app.route({ ...declared, handler: handler as CallHandler<MarketplaceCallName> as never })
  }
}
