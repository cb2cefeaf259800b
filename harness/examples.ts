import type { Static, TSchema } from 'typebox'
import { ENDPOINTS, type Endpoints } from '#contract/endpoints.ts'
import type { MarketplaceCallName } from '#contract/marketplace-calls.ts'
import { MARKETPLACE_EXAMPLES } from '#contract/marketplace-examples.ts'
import { type PageWithAddress, pages } from '#contract/pages.ts'
import type { Language } from '#quiz/languages.ts'

/** The ids and secrets that examples use: existing objects that belong to the person making the request. */
export type Cast = Record<
  | 'userId'
  | 'open'
  | 'finished'
  | 'unshared'
  | 'report'
  | 'reportToDelete'
  | 'unposted'
  | 'framed'
  | 'handover'
  | 'appToken'
  | 'challenge'
  | 'code'
  | 'email'
  | 'userToDelete'
  | 'teacher'
  | 'cardSet'
  | 'creator'
  | 'page',
  string
>

type Params = Readonly<Record<string, string>>
type PartOf<Schema, Name extends string> =
  Schema extends Record<Name, infer Part extends TSchema> ? { [Key in Name]: Static<Part> } : unknown

/** A query is optional if all of its fields are. */
type QueryOf<Schema> =
  Schema extends Record<'querystring', infer Query extends TSchema>
    ? Partial<unknown> extends Static<Query>
      ? { query?: Static<Query> }
      : { query: Static<Query> }
    : unknown

/** The parts of a request other than its URL. */
type Example<Schema> = PartOf<Schema, 'params'> & QueryOf<Schema> & PartOf<Schema, 'body'>

type NeedsExample<Schema> = Partial<unknown> extends Example<Schema> ? false : true

/** A request for each endpoint that requires an id, a body, or a query; a new endpoint must be added here. */
type Examples = {
  readonly [Name in Exclude<keyof Endpoints, MarketplaceCallName> as NeedsExample<
    Endpoints[Name]['schema']
  > extends true
    ? Name
    : never]: (of: Cast) => Example<Endpoints[Name]['schema']>
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/**
 * Requests that their endpoints accept, for tests that call each endpoint. They're next to the contract instead of in
 * it, because the product ships only those of a marketplace's calls (contract/marketplace-examples.ts).
 */
const EXAMPLES: Examples = {
  createAttempt: () => ({ body: { language: 'german' } }),
  getAttempt: ({ finished }) => ({ params: { id: finished } }),
  putAnswer: ({ open }) => ({ params: { id: open, position: '1' }, body: { choice: [] } }),
  createHandover: ({ framed }) => ({ params: { id: framed } }),
  takeOver: ({ handover }) => ({ body: { token: handover } }),
  getReview: ({ finished }) => ({ params: { id: finished } }),
  flagItem: ({ finished }) => ({ params: { id: finished, position: '1' }, body: { reason: 'mistake' } }),
  createReport: ({ unshared }) => ({ body: { assessment_id: unshared } }),
  deleteReport: ({ reportToDelete }) => ({ params: { report_id: reportToDelete } }),
  getAttemptPicture: ({ finished }) => ({ params: { id: finished } }),
  getReportPicture: ({ report }) => ({ params: { id: report } }),
  createPost: ({ unposted }) => ({ body: { report_id: unposted, text: 'Hello' } }),
  patchAccount: () => ({ body: { country_id: 'DE' } }),
  postCode: ({ email }) => ({ body: { channel: 'email', target: email } }),
  postSession: ({ challenge, code }) => ({ body: { challenge_id: challenge, code } }),
  postAppSession: ({ appToken }) => ({ body: { token: appToken } }),
  signInWith: () => ({ params: { provider: 'vk' } }),
  signInCallback: () => ({ params: { provider: 'vk' } }),
  putConsent: () => ({ body: { choice: 'allowed' } }),
  postEvents: () => ({
    body: {
      events: [
        {
          name: 'view_signup',
          occurred_at: inHours(0),
          properties: { flow_id: '0-french-1', language: 'french' },
        },
      ],
    },
  }),
  getResults: ({ userId }) => ({ params: { user_id: userId } }),
  exportUser: ({ userId }) => ({ params: { user_id: userId } }),
  deleteUserData: ({ userToDelete }) => ({ params: { user_id: userToDelete } }),
  getAvatar: () => ({ params: { seed: 'somebody' } }),
}

/** Examples for the pages with ids in their URLs. */
const PAGE_EXAMPLES: { readonly [Name in PageWithAddress]?: (of: Cast) => Params } = {
  report: ({ report }) => ({ id: report }),
  teachers: () => ({ lang: 'french' }),
  teacher: ({ teacher }) => ({ id: teacher, lang: 'french' }),
  vocabularySet: ({ cardSet }) => ({ id: cardSet }),
}

/** A request to a route. */
export type ExampleRequest = { params: Params; query?: Params; body?: unknown }

type Route = { method: string; url: string }

type MakeRequest = (of: Cast) => ExampleRequest

const nameOf = ({ method, url }: Route) => `${method} ${url}`

/** By method and route. */
const MAKERS: ReadonlyMap<string, MakeRequest> = new Map<string, MakeRequest>([
  ...Object.entries(EXAMPLES).map(([name, make]): [string, MakeRequest] => [
    nameOf(ENDPOINTS[name as keyof Endpoints]),
    (of) => ({ params: {}, ...(make as (of: Cast) => object)(of) }),
  ]),
  ...Object.entries(MARKETPLACE_EXAMPLES).map(([name, make]): [string, MakeRequest] => [
    nameOf(ENDPOINTS[name as MarketplaceCallName]),
    (of) => ({ params: {}, ...(make as (of: Cast, language: Language) => object)(of, 'french') }),
  ]),
  ...Object.entries(PAGE_EXAMPLES).map(([name, make]): [string, MakeRequest] => [
    nameOf({ method: 'GET', url: pages[name as PageWithAddress].address }),
    (of) => ({ params: make(of) }),
  ]),
])

/** The example request for a route, for these subjects. */
export function exampleFor(route: Route, of: Cast): ExampleRequest {
  return MAKERS.get(nameOf(route))?.(of) ?? { params: {} }
}

/** The subjects that a route's example uses. */
export function thingsNamedFor(route: Route): string[] {
  const named = new Set<string>()
  const get = (_: Cast, thing: string) => {
    named.add(thing)
    return thing
  }
  exampleFor(route, new Proxy({} as Cast, { get }))
  return [...named]
}

/** The path and query of a request. */
export function pathOf(url: string, { params, query }: ExampleRequest): string {
  const path = url
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? name))
    .replace('*', 'embed.js')
  return query ? `${path}?${new URLSearchParams(query)}` : path
}
