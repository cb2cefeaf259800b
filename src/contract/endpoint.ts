import type { TSchema } from 'typebox'

/** What a linked marketplace is asked about a visitor, besides who it is. */
type VisitorQuestion = 'country' | 'learningLanguage'

/** What hooks and tests know of a route, besides its schemas. */
export type RouteConfig = {
  /**
   * Who may call it; 'owner' means the owner of whatever its ids name, 'service' another server of the operator. What
   * says so is a call: programs may use it, and /openapi.json lists it.
   */
  access?: 'everyone' | 'signed in' | 'owner' | 'service'
  /** How errors are answered where a browser shows what it gets; elsewhere they are JSON. */
  errors?: 'page'
  /** What a request passes its gate as, as a whole and once it has arrived (server/http/gates.ts). */
  gate?: 'pages' | 'signIns'
  /** What the page is to know of a linked marketplace's visitor, which is asked for before the gate. */
  asks?: readonly VisitorQuestion[]
  /** The limit that counts its requests by address (server/http/limits.ts). */
  limit?: 'attempts' | 'serviceCalls' | 'wechatSignatures' | 'signIns'
  /** It writes although it is a GET, so pages of other sites may not send it. */
  writes?: true
  /** Beside a linked marketplace the call goes there, with these schemas in place of ours. */
  forwarded?: { params?: TSchema; body?: TSchema; reply?: TSchema }
  /** What it needs to exist: a setting, or the built-in marketplace. */
  needs?: 'the built-in marketplace' | 'APP_TOKEN_SECRET' | 'EMBED_ORIGINS' | 'RESULTS_API_TOKEN' | 'WECHAT_APP_ID'
}

/** An address of ours, and what we know of the requests to it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  config: RouteConfig
  bodyLimit?: number
  schema: {
    summary: string
    security?: readonly object[]
    params?: TSchema
    querystring?: TSchema
    body?: TSchema
    response?: Readonly<Record<number | string, TSchema>>
  }
}

/** For what a browser shows. */
export const PAGE_CONFIG = { errors: 'page', gate: 'pages' } as const satisfies RouteConfig
