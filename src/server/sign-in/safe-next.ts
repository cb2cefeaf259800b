import { afterSignIn, listedAfterSignIn } from '#contract/deep-links.ts'
import { pages } from '#contract/pages.ts'
import { urls } from '#contract/urls.ts'

/** For input and output alike. Escaping can turn one character into nine, and proxies reject headers over 4 kB. */
const MAX_CHARACTERS = 1024
/** Any base works: a URL that leaves it is refused. The .invalid domain is reserved and has no owner. */
const BASE = 'http://here.invalid'

const SEGMENT = '[\\w-]{1,64}'

/** The root redirects to the landing page. Nobody can return to the frame, the handover, or the API. */
const PAGES = [urls.root, ...Object.values(pages).map(({ address }) => address)].map(
  (address) => new RegExp(`^${address.replace(/:\w+/g, () => SEGMENT)}$`),
)

const isOwnPage = (pathname: string) => PAGES.some((page) => page.test(pathname))

/** Prevents open redirects: null for anything but a path of this site. */
function parse(next: unknown): URL | null {
  if (typeof next !== 'string' || next.length > MAX_CHARACTERS) return null
  // Browsers read // and /\ as another host and drop control characters. Refuse these before parsers can disagree.
  if (!/^\/(?![/\\])/.test(next) || /[\p{C}\\\s]/u.test(next)) return null
  const url = URL.parse(next, BASE)
  // Dots may leave a path that another parser reads as a host.
  const isPath = url?.origin === BASE && !url.pathname.startsWith('//')
  return isPath && relative(url).length <= MAX_CHARACTERS ? url : null
}

const relative = ({ pathname, search, hash }: URL) => `${pathname}${search}${hash}`

/** The path, query, and fragment of one of our own pages, or the quiz for everything else. */
export function safeNext(next: unknown): string {
  const url = parse(next)
  return url && isOwnPage(url.pathname) ? relative(url) : urls.quiz
}

/**
 * The page to sign in on: one of ours, or one of the marketplace's listed web paths (contract/deep-links.ts); the quiz
 * for anything else.
 */
export function signInPage(next: unknown): string {
  const url = parse(next)
  return url && (isOwnPage(url.pathname) || listedAfterSignIn(url.pathname)) ? relative(url) : urls.quiz
}

/** A web path of the marketplace resolves against its base URL; without a marketplace, the quiz replaces it. */
function addressOf(page: string, webBaseUrl: string): string {
  const { pathname, search } = new URL(page, BASE)
  if (isOwnPage(pathname)) return page
  return webBaseUrl ? `${webBaseUrl}${page}` : `${urls.quiz}${search}`
}

/**
 * The target after signing in on `page`: the page itself or the dashboard, depending on the list of web paths
 * (Specification §2).
 */
export function addressAfterSignIn(page: string, webBaseUrl: string): string {
  return afterSignIn(page) === 'dashboard' ? urls.dashboard : addressOf(page, webBaseUrl)
}

/** The target after a failed sign-in on `page`: the page itself, with the outcome added. */
export function addressAfterFailure(page: string, outcome: 'failed' | 'cancelled', webBaseUrl: string): string {
  const url = new URL(page, BASE)
  url.searchParams.set('sign_in', outcome)
  return addressOf(relative(url), webBaseUrl)
}
