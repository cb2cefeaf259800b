import type { TSchema } from 'typebox'

/** Additional data that the linked marketplace is asked for about a visitor. */
type VisitorQuestion = 'country' | 'learningLanguage'

/** A route's options for hooks and tests, in addition to its schemas. */
export type RouteConfig = {
  /**
   * Who may call it; 'owner' is the owner of the ids in the request, 'service' another server of the operator. An
   * endpoint with `access` is part of the API: programs may use it, and /openapi.json lists it.
   */
  access?: 'everyone' | 'signed in' | 'owner' | 'service'
  /** Errors are rendered as pages where a browser shows the response; elsewhere they're JSON. */
  errors?: 'page'
  /** The gate for its requests once they've fully arrived (server/http/gates.ts). */
  gate?: 'pages' | 'signIns'
  /** The data that the page needs about a linked marketplace's visitor, fetched before the gate. */
  asks?: readonly VisitorQuestion[]
  /** The limit that counts its requests by address (server/http/limits.ts). */
  limit?: 'attempts' | 'serviceCalls' | 'wechatSignatures' | 'signIns'
  /** It's a GET that writes, so pages from other sites may not send it. */
  writes?: true
  /** With a linked marketplace, the call is forwarded, with these schemas instead of ours. */
  forwarded?: { params?: TSchema; body?: TSchema; reply?: TSchema }
  /** Its precondition: a setting, or the built-in marketplace. */
  needs?: 'the built-in marketplace' | 'APP_TOKEN_SECRET' | 'EMBED_ORIGINS' | 'RESULTS_API_TOKEN' | 'WECHAT_APP_ID'
}

/** One of our addresses, with its request schemas. */
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

/** For responses that a browser shows. */
export const PAGE_CONFIG = { errors: 'page', gate: 'pages' } as const satisfies RouteConfig
