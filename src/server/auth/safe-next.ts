import * as pages from '#contract/page-addresses.ts'
import { urls } from '#contract/urls.ts'

const MAX_CHARACTERS = 1024
/** Any base will do: an address that leaves it is refused. The .invalid domain is reserved and has no owner. */
const BASE = 'http://here.invalid'

const SEGMENT = '[\\w-]{1,64}'

/** The root leads to the landing. The frame, the takeover and the calls act by themselves: nobody is sent there. */
const PAGES = [urls.root, ...Object.values(pages)].map((page) => {
  const path = typeof page === 'string' ? page : page(SEGMENT, SEGMENT)
  return new RegExp(`^${path}$`)
})

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
