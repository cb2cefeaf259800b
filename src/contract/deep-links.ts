import type { Id } from './ids.ts'
import { urls } from './urls.ts'

/**
 * The mobile app's own paths (Specification §2; not web routes). `{x}` is one part of the path, `*` one or more. The specification does not
 * show the full list: a path that is missing here is opened on the web.
 */
export const APP_PATHS = [
  '/home',
  '/teachers',
  '/teachers/{lang}',
  '/teacher/{id}',
  '/teacher/{id}/{lang}',
  '/classroom/{id}',
  '/lesson/session/{id}',
  '/booking/lesson',
  '/payment',
  '/credits/buy',
  '/coupons',
  '/dashboard',
  '/vocab/home',
  '/vocab/detail',
  '/community/*',
  '/podcast/*',
  '/quiz/*',
  '/group-class/*',
  '/pro/*',
] as const

/** What a page does after sign-in: reloads, or redirects to the dashboard. */
export type AfterSignIn = 'refresh' | 'dashboard'

/** The marketplace's web paths without the interface language prefix (docs/decisions/009 explains each). */
export const WEB_PATHS: readonly (readonly [string, AfterSignIn])[] = [
  ['/', 'dashboard'],
  ['/home', 'dashboard'],
  ['/learn', 'dashboard'],
  ['/learn/{lang}', 'dashboard'],
  ['/campaign/*', 'refresh'],
  ['/app', 'refresh'],
  ['/business', 'refresh'],
]

/** The targets of our links. */
export type LinkTarget =
  | { to: 'dashboard' }
  | { to: 'teachers'; language: string }
  | { to: 'teacher'; id: Id; language: string }
  | { to: 'vocabularySet'; id: Id }
  | { to: 'community' }

function matches(pattern: string, path: string): boolean {
  const expression = pattern.replace(/\{\w+\}/g, '[^/]+').replace('*', '[^/]+(?:/[^/]+)*')
  return new RegExp(`^${expression}$`).test(path)
}

/** The app's URL for one of its paths, query included; null for a path that the app does not have. */
export function appUrl(scheme: string, path: string): string | null {
  const [bare = ''] = path.split(/[?#]/, 1)
  return APP_PATHS.some((pattern) => matches(pattern, bare)) ? `${scheme}${path.slice(1)}` : null
}

/** The web path of a target; the teachers' page has the language in its path. */
export function webPath(target: LinkTarget): string {
  switch (target.to) {
    case 'dashboard':
      return urls.dashboard
    case 'teachers':
      return urls.teachers(encodeURIComponent(target.language))
    case 'teacher':
      return urls.teacher(target.id, encodeURIComponent(target.language))
    case 'vocabularySet':
      return urls.vocabularySet(target.id)
    case 'community':
      return urls.community
  }
}

/** Without what our own addresses begin with: the app's and the marketplace's do not stand below it. */
const bare = (path: string) => path.slice(urls.base.length)

/** The app has one path for all sets. */
function appPath(target: LinkTarget): string {
  return target.to === 'vocabularySet' ? `/vocab/detail?id=${target.id}` : bare(webPath(target))
}

/** What decides where a page's links lead. `webBaseUrl` is '' if this service is the marketplace itself. */
export type LinkPlace = { isMobileApp: boolean; appUrlScheme: string; webBaseUrl: string }

/** The link to a target: the app's URL inside the app, the web's everywhere else. */
export function linkTo({ isMobileApp, appUrlScheme, webBaseUrl }: LinkPlace, target: LinkTarget): string {
  return (
    (isMobileApp ? appUrl(appUrlScheme, appPath(target)) : null) ??
    (webBaseUrl ? `${webBaseUrl}${bare(webPath(target))}` : webPath(target))
  )
}

/** What the listed page at a web path does after sign-in; undefined for a path that is not listed. */
export function listedAfterSignIn(path: string): AfterSignIn | undefined {
  const bare = path.replace(/[?#].*/s, '').replace(/^\/[a-z]{2}(-[a-z]{2,4})?(?=\/|$)/i, '')
  const plain = bare.replace(/\/+$/, '') || '/'
  return WEB_PATHS.find(([pattern]) => matches(pattern, plain))?.[1]
}

/** What the page at a web path does after sign-in; a path that is not listed keeps its visitor. */
export function afterSignIn(path: string): AfterSignIn {
  return listedAfterSignIn(path) ?? 'refresh'
}
