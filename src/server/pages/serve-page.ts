import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { PAGE_CONFIG } from '#contract/endpoint.ts'
import type { SignIn } from '#contract/page-data.ts'
import { type PageData, type PageWithAddress, pages } from '#contract/pages.ts'
import type { Settings } from '#settings/settings.ts'
import type { PageContext } from '#web/render.tsx'
import { publicAddress } from '../http/public-address.ts'
import type { App } from '../http/server.ts'
import { findConsent } from '../who/consent.ts'
import type { Identity, NoUser, SignedIn } from '../who/identity.ts'
import { ensureVisitor } from '../who/visitor.ts'
import { greet, renderPage, type Site } from './site.ts'

/** The context of every page. */
export type PagesContext = { who: Identity; signIn: SignIn; site: Site; settings: Settings }

export const CACHE_CONTROL = { revalidate: 'private, no-cache', never: 'private, no-store' }

/** A request for a page. */
export type Visit = {
  request: FastifyRequest
  reply: FastifyReply
  /** The sender, identified once per request. */
  identity: () => Promise<SignedIn | NoUser>
  /** The signed-in account. An unidentified visitor counts as signed out. */
  user: () => Promise<SignedIn | undefined>
}

function visitOf(who: Identity, request: FastifyRequest, reply: FastifyReply): Visit {
  let identified: Promise<SignedIn | NoUser> | undefined
  const identity = () => {
    identified ??= who.find(request)
    return identified
  }
  const user = async () => {
    const one = await identity()
    return typeof one === 'object' ? one : undefined
  }
  return { request, reply, identity, user }
}

type PageOptions<Data> = Pick<RouteShorthandOptions, 'preValidation'> & {
  /** Additional data for the document, such as another address for search engines. */
  more?: (visit: Visit, data: Data) => Partial<PageContext>
}

/** Serves a page according to its entry (contract/pages.ts). `load` finds its data. */
export function servePage<Name extends PageWithAddress>(
  app: App,
  { who, signIn, site, settings }: PagesContext,
  name: Name,
  load: (visit: Visit) => PageData[Name] | Promise<PageData[Name]>,
  { more, ...hooks }: PageOptions<PageData[Name]> = {},
): void {
  const { address, cache, findable, asksConsent, asks = [], schema } = pages[name]
  app.get(address, { ...hooks, config: { ...PAGE_CONFIG, asks }, schema: schema ?? {} }, async (request, reply) => {
    const visit = visitOf(who, request, reply)
    const consent = asksConsent && findConsent(request, settings)
    // Set here instead of with the first events, because their reply could arrive after the start of a test and
    // overwrite the test's cookie.
    if (consent === 'allowed') ensureVisitor(request, reply)
    const data = await load(visit)
    reply.header('cache-control', CACHE_CONTROL[cache])
    if (findable === false) reply.header('x-robots-tag', 'noindex')
    const user = await visit.user()
    return renderPage(site, name, data, {
      request,
      reply,
      consent,
      ...(findable && { findableAt: publicAddress(request, settings, address) }),
      visitor: greet(signIn, settings, user),
      isShared: user === undefined,
      ...more?.(visit, data),
    })
  })
}
