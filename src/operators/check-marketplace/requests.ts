import { MARKETPLACE_CALLS, type MarketplaceCall, type MarketplaceCallName } from '#contract/marketplace-calls.ts'
import { type ExampleSubject, MARKETPLACE_EXAMPLES } from '#contract/marketplace-examples.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'

/** One request of the quiz; `language` if it makes a difference. */
export type Asked = { path: string; body?: unknown; language?: Language }

/** How many times a call is repeated if it's the same for every language. */
const TRIES = 5

/** Sent only once, because they change data. */
const CHANGES: readonly MarketplaceCallName[] = ['freeTrialEvent', 'postOnboarding', 'postProfile']

export function callOf(name: MarketplaceCallName): MarketplaceCall {
  return MARKETPLACE_CALLS.find((call) => call.name === name) as MarketplaceCall
}

/** The address of a call with its parameters filled in; `path` replaces the call's own. */
export function pathOf(params: Readonly<Record<string, string>>, path: string): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** The requests that check a call: one per language, and the first one again, because its ids must not change. */
export function requestsOf({ name }: MarketplaceCall, path: string, of: ExampleSubject): Asked[] {
  const requests = LANGUAGES.map((language) => {
    const {
      params = {},
      query,
      body,
    } = MARKETPLACE_EXAMPLES[name](of, language) as {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: unknown
    }
    const search = query ? `?${new URLSearchParams(query)}` : ''
    return { path: `${pathOf(params, path)}${search}`, body, language }
  })
  const [{ language: _, ...first }] = requests as [Required<Asked>]
  if (CHANGES.includes(name)) return [first]
  if (new Set(requests.map((request) => request.path + JSON.stringify(request.body))).size === 1)
    return Array.from({ length: TRIES }, () => first)
  return [...requests, ...requests.slice(0, 1)]
}
