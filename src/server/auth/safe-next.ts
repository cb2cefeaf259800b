import { urls } from '#contract/urls.ts'

const MAX_CHARACTERS = 1024
/** Any base will do: an address that leaves it is refused. The .invalid domain is reserved and has no owner. */
const BASE = 'http://here.invalid'

/** The pages to which a person may come back: design §5, without those that act by themselves. */
const PAGES = [
  /^\/$/,
  /^\/languageassessment(\/quiz|\/how|\/report\/[\w-]{1,64})?$/,
  /^\/teachers\/[\w-]{1,40}$/,
  /^\/teacher\/[\w-]{1,40}\/[\w-]{1,40}$/,
  /^\/vocab\/detail\/[\w-]{1,40}$/,
  /^\/community\/language-assessment$/,
  /^\/(account|terms|privacy|insights)$/,
]

/**
 * The address to return to after signing in: the path, query and fragment of one of our own pages, or the quiz for everything else. This
 * prevents open redirects.
 */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || next.length > MAX_CHARACTERS) return urls.quiz
  // Browsers read // and /\ as another host and drop control characters. Refuse these before parsers can disagree.
  if (!/^\/(?![/\\])/.test(next) || /[\p{C}\\\s]/u.test(next)) return urls.quiz
  if (!URL.canParse(next, BASE)) return urls.quiz
  const { origin, pathname, search, hash } = new URL(next, BASE)
  return origin === BASE && PAGES.some((page) => page.test(pathname)) ? `${pathname}${search}${hash}` : urls.quiz
}

/** The same page with the outcome of the sign-in added. */
export function withOutcome(next: string, outcome: 'failed' | 'cancelled' | 'earlier_method'): string {
  const url = new URL(next, BASE)
  url.searchParams.set('sign_in', outcome)
  return `${url.pathname}${url.search}${url.hash}`
}
