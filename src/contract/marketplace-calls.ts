import type { TObject, TSchema } from 'typebox'
import type { Endpoint, RouteConfig } from './endpoint.ts'
import { ENDPOINTS, type Endpoints } from './endpoints.ts'

/** The names of the calls of Specification §7 that a marketplace implements. */
export type MarketplaceCallName = {
  [Name in keyof Endpoints]: Endpoints[Name]['config'] extends { forwarded: object } ? Name : never
}[keyof Endpoints]

/** A call of Specification §7, with schemas lenient enough for any marketplace. */
export type MarketplaceCall = {
  name: MarketplaceCallName
  method: 'GET' | 'POST'
  url: string
  config: Pick<RouteConfig, 'access' | 'writes'>
  schema: {
    summary: string
    body?: TSchema
    querystring?: TObject
    params?: TSchema
    response: { 200: TSchema }
  }
}

function toCall([name, { method, url, config, schema }]: [string, Endpoint]): MarketplaceCall[] {
  const { access, writes, forwarded } = config
  if (!forwarded) return []
  const { reply = schema.response?.[200], ...input } = forwarded
  const response = { ...schema.response, 200: reply }
  return [
    { name, method, url, config: { access, writes }, schema: { ...schema, ...input, response } } as MarketplaceCall,
  ]
}

/** The calls that a marketplace implements (Specification §7). */
export const MARKETPLACE_CALLS: readonly MarketplaceCall[] = Object.entries<Endpoint>(ENDPOINTS).flatMap(toCall)
