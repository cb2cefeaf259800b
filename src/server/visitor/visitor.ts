import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '#contract/brand.ts'
import type { LinkPlace, LinkTemplates } from '#contract/deep-links.ts'
import type { Settings } from '../settings.ts'
import { interfaceLanguage } from './interface-language.ts'
import { newSecret, secretCookie, sha256 } from './secret-cookie.ts'

const YEAR_SECONDS = 365 * 24 * 3600
const cookie = secretCookie('visitor', YEAR_SECONDS)
/** For our frame on another site, where browsers send none of our other cookies (docs/decisions/016). */
const embeddedCookie = secretCookie('embedded_visitor', YEAR_SECONDS, 'embedded')

function ensure(kept: typeof cookie, request: FastifyRequest, reply: FastifyReply): string {
  const known = findVisitor(request)
  if (known) return known
  const token = newSecret()
  kept.set(request, reply, token)
  return sha256(token)
}

/** The visitor's id in the database, a hash of the cookie; undefined without a valid cookie. */
export function findVisitor(request: FastifyRequest): string | undefined {
  const token = cookie.read(request) ?? embeddedCookie.read(request)
  return token && sha256(token)
}

/** The visitor's id; sets a cookie for a new visitor. */
export function ensureVisitor(request: FastifyRequest, reply: FastifyReply): string {
  return ensure(cookie, request, reply)
}

/** The same for the embedded page, which needs its cookie before its scripts send requests. */
export function ensureEmbeddedVisitor(request: FastifyRequest, reply: FastifyReply): string {
  return ensure(embeddedCookie, request, reply)
}

/** Clears the visitor's cookies. */
export function forgetVisitor(request: FastifyRequest, reply: FastifyReply): void {
  cookie.forget(request, reply)
  embeddedCookie.forget(request, reply)
}

/** The mobile app has a token in its user agent. */
export function isFromMobileApp(request: FastifyRequest, settings: Pick<Settings, 'APP_USER_AGENT_TOKEN'>): boolean {
  return request.headers['user-agent']?.includes(settings.APP_USER_AGENT_TOKEN) ?? false
}

/** The brand's addresses for links, in the visitor's language. */
function templatesFor(request: FastifyRequest, { links = {} }: Pick<Brand, 'links'> = {}): LinkTemplates {
  const locale = interfaceLanguage(request)
  const inLocale = (value: unknown) => (typeof value === 'string' ? value.replaceAll('{locale}', locale) : value)
  return Object.fromEntries(Object.entries(links).map(([name, value]) => [name, inLocale(value)]))
}

/** Where the links of a page lead. */
export function linkPlace(
  request: FastifyRequest,
  settings: Pick<Settings, 'APP_USER_AGENT_TOKEN' | 'APP_URL_SCHEME' | 'WEB_BASE_URL'>,
  brand: Pick<Brand, 'links'> | undefined,
): LinkPlace {
  const { APP_URL_SCHEME: appUrlScheme, WEB_BASE_URL: webBaseUrl } = settings
  const templates = templatesFor(request, brand)
  return { isMobileApp: isFromMobileApp(request, settings), appUrlScheme, webBaseUrl, templates }
}

/** Order matters: most browsers also name the ones whose engine they use. */
const BROWSERS: [name: string, token: RegExp][] = [
  ['WeChat', /MicroMessenger/],
  ['Facebook', /FBA[NV]/],
  ['Instagram', /Instagram/],
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\/|Opera/],
  ['Samsung Internet', /SamsungBrowser/],
  ['Yandex', /YaBrowser/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
]
const SYSTEMS: [name: string, token: RegExp][] = [
  ['iOS', /iPhone|iPad|iPod/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

/** Browser and system by their familiar names, for the list of sessions; '' if unknown. */
export function deviceOf(request: FastifyRequest): string {
  const agent = request.headers['user-agent'] ?? ''
  const names = [BROWSERS, SYSTEMS].map((known) => known.find(([, token]) => token.test(agent))?.[0])
  return names.filter(Boolean).join(' · ')
}
