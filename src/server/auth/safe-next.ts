import { urls } from '#contract/urls.ts'

const MOST_CHARACTERS = 1024
/** Any base serves: an address that leaves it is refused. The name is reserved and belongs to nobody. */
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
 * Where a sign-in may lead: the path, query and fragment of one of our own pages, or the quiz for everything else. So nobody is led away by a
 * link to our sign-in.
 */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || next.length > MOST_CHARACTERS) return urls.quiz
  // A browser reads // and /\ as another host and drops control characters; refused before any parser can disagree.
  if (!/^\/(?![/\\])/.test(next) || /[\p{C}\\\s]/u.test(next)) return urls.quiz
  if (!URL.canParse(next, BASE)) return urls.quiz
  const { origin, pathname, search, hash } = new URL(next, BASE)
  return origin === BASE && PAGES.some((page) => page.test(pathname)) ? `${pathname}${search}${hash}` : urls.quiz
}

/** The same page, told how the sign-in went. */
export function withOutcome(next: string, outcome: 'failed' | 'cancelled' | 'earlier_method'): string {
  const url = new URL(next, BASE)
  url.searchParams.set('sign_in', outcome)
  return `${url.pathname}${url.search}${url.hash}`
}
