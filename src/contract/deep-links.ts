import type { Language } from '#quiz/languages.ts'
import type { Id } from './ids.ts'
import { urls } from './urls.ts'

/**
 * The mobile app's own paths (Specification §2; not web routes). `{x}` is one path segment, `*` one or more. The
 * specification doesn't show the full list; a path missing here opens on the web.
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

/** What a page does after sign-in: reload, or redirect to the dashboard. */
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
  | { to: 'community'; report?: string }

function matches(pattern: string, path: string): boolean {
  const expression = pattern.replace(/\{\w+\}/g, '[^/]+').replace('*', '[^/]+(?:/[^/]+)*')
  return new RegExp(`^${expression}$`).test(path)
}

/** The app's URL for one of its paths, including the query; null for a path that the app doesn't have. */
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

/** The app has a single path for all sets. */
function appPath(target: LinkTarget): string {
  return target.to === 'vocabularySet' ? `/vocab/detail?id=${target.id}` : webPath(target)
}

/**
 * A linked marketplace's own addresses, with placeholders (PLACEHOLDERS in src/server/brand/schema.ts), replacing the
 * paths above.
 */
export type LinkTemplates = {
  teachers?: string
  teacher?: string
  vocabularySet?: string
  /** False if there is no community to share to. */
  community?: string | false
  /** The booking address for teachers of the built-in marketplace who have none of their own. */
  booking?: string
  /** The language names used in its addresses. */
  languages?: { [Each in Language]?: string }
  /** Added to the query of every link to it. */
  campaign?: string
}

/** Determines where a page's links lead. */
export type LinkPlace = {
  /** The prefix of the mobile app's URLs; '' outside the app. */
  appUrlScheme: string
  /** The base URL of teacher, vocabulary, and community links; '' if this service is the marketplace itself. */
  webBaseUrl: string
  templates: LinkTemplates
}

/** Fills in a template. A missing value becomes an empty string. */
export function fillTemplate(
  { languages = {}, campaign }: LinkTemplates,
  template: string,
  { id = '', language = '', report = '' }: { id?: Id; language?: string; report?: string },
): string {
  const named = languages[language as Language] ?? language
  const values: Record<string, Id> = { teacherId: id, vocabularySetId: id, language: named, report }
  return withCampaign(
    template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? '')),
    campaign,
  )
}

function withCampaign(address: string, campaign: string | undefined): string {
  return campaign ? `${address}${address.includes('?') ? '&' : '?'}${campaign}` : address
}

/** The link to a target: the app's URL inside the app, the web URL everywhere else. */
export function linkTo({ appUrlScheme, webBaseUrl, templates }: LinkPlace, target: LinkTarget): string {
  const inApp = appUrlScheme ? appUrl(appUrlScheme, appPath(target)) : null
  if (inApp) return inApp
  const template = target.to !== 'dashboard' && templates[target.to]
  if (template) return fillTemplate(templates, template, target)
  return webBaseUrl ? withCampaign(`${webBaseUrl}${webPath(target)}`, templates.campaign) : webPath(target)
}

/** What the listed page at a web path does after sign-in; undefined for an unlisted path. */
export function listedAfterSignIn(path: string): AfterSignIn | undefined {
  const bare = path.replace(/[?#].*/s, '').replace(/^\/[a-z]{2}(-[a-z]{2,4})?(?=\/|$)/i, '')
  const plain = bare.slice(0, bare.search(/[^/]\/*$/) + 1) || '/'
  return WEB_PATHS.find(([pattern]) => matches(pattern, plain))?.[1]
}

/** What the page at a web path does after sign-in; an unlisted path keeps the visitor on the page. */
export function afterSignIn(path: string): AfterSignIn {
  return listedAfterSignIn(path) ?? 'refresh'
}
