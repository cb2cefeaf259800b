import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { urls } from '#contract/urls.ts'
import type { Settings } from '#settings/settings.ts'
import { NothingHere } from './refusal.ts'

// BASE_PATH is known here alone: what comes in loses it before it is routed, and what goes out gets it. In the browser,
// contract/base-path.ts has it from the page. Absolute addresses get it in public-address.ts, and cookies in
// who/secret-cookie.ts.

const BASE_PATH = 'basePath'

/** The path below which all of ours stands on this host, such as `/quiz`; '' at the root. */
export function basePathOf({ server }: FastifyRequest): string {
  return server.getDecorator(BASE_PATH)
}

/** The address as the routes know it. What stands elsewhere stays as it is. */
export function withoutBasePath(base: string) {
  return ({ url = '' }: IncomingMessage): string => {
    const rest = url.slice(base.length)
    return url.startsWith(base) && /^([/?]|$)/.test(rest) ? rest.replace(/^\/?/, '/') : url
  }
}

/**
 * Addresses of ours in a page's attributes and styles. In texts and JSON a quotation mark is always escaped, so nothing
 * there looks like one.
 */
const OURS = /(?<= (?:href|src|srcset|imagesrcset|action)=")(?=\/[^/])|(?<=url\()(?=\/static\/)/gi

/** The page with its addresses below `base`; its scripts learn `base` from the root element. */
const pageBelow = (base: string, html: string) =>
  html.replace('<html ', `<html data-base="${base}" `).replace(OURS, base)

/** Probes ask the process itself, not through what shares the host. */
const ALSO_AT_THE_ROOT: readonly unknown[] = [urls.health, urls.ready]

/** Puts all addresses below BASE_PATH; without one, everything stays as it is. */
export function basePathAtTheEdge(app: FastifyInstance, { BASE_PATH: base }: Pick<Settings, 'BASE_PATH'>): void {
  app.decorate(BASE_PATH, base)
  if (!base) return
  app.addHook('onRequest', async ({ originalUrl, url, routeOptions }) => {
    // Only an address that was below it has lost it.
    if (originalUrl === url && !ALSO_AT_THE_ROOT.includes(routeOptions.url)) throw new NothingHere()
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    const location = reply.getHeader('location')
    if (typeof location === 'string' && /^\/[^/]/.test(location)) reply.header('location', `${base}${location}`)
    if (!String(reply.getHeader('content-type')).startsWith('text/html')) return payload
    return Buffer.isBuffer(payload) || typeof payload === 'string' ? pageBelow(base, String(payload)) : payload
  })
}
