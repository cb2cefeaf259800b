import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#contract/locales.ts'
import { hostCookieName, secretCookieAttributes } from './secret-cookie.ts'

const COOKIE = 'hl'
const YEAR_SECONDS = 365 * 24 * 3600

/** Browsers send far fewer; the rest is ignored, because each takes time. */
const MAX_ACCEPTED = 20

/** Language and likely script (CLDR): `zh-HK` and `zh-Hant` are both `zh-Hant`, `pt-BR` is `pt-Latn`. */
function scriptOf(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize()
  return `${language}-${script}`
}

const LOCALES_BY_SCRIPT = new Map(LOCALES.map((locale) => [scriptOf(locale), locale]))

/**
 * Our locale with the language and script of `tag`, ignoring the region; undefined if there is none or `tag` is
 * invalid.
 */
export function matchLocale(tag: unknown): Locale | undefined {
  if (typeof tag !== 'string' || tag.length > 35) return undefined
  try {
    // Apps and operating systems write zh_CN.
    return LOCALES_BY_SCRIPT.get(scriptOf(tag.replaceAll('_', '-')))
  } catch {
    return undefined
  }
}

/** The best match in an Accept-Language header (RFC 9110 §12.5.4): by weight, then by order. */
function fromAcceptLanguage(header = ''): Locale | undefined {
  return header
    .split(',', MAX_ACCEPTED)
    .flatMap((entry) => {
      const [, tag, weight = '1'] = entry.trim().match(/^([\w-]+)(?: *; *q=([01](?:\.\d{0,3})?))?$/i) ?? []
      return tag && Number(weight) > 0 ? [{ tag, weight: Number(weight) }] : []
    })
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => matchLocale(tag))
    .find((locale) => locale !== undefined)
}

/** The interface language that the query value `hl` requests. */
export function requestedLocale(request: FastifyRequest): Locale | undefined {
  return matchLocale((request.query as { hl?: unknown }).hl)
}

/**
 * The interface language: from the query value `hl`, else the cookie, else Accept-Language, else English. Unsupported
 * values are skipped.
 */
export function interfaceLanguage(request: FastifyRequest): Locale {
  return (
    requestedLocale(request) ??
    // A request that failed early has no parsed cookies, but its error page needs a language.
    matchLocale(request.cookies?.[hostCookieName(request, COOKIE)]) ??
    fromAcceptLanguage(request.headers['accept-language']) ??
    DEFAULT_LOCALE
  )
}

/** Stores the language of `hl` in a cookie, so links needn't contain it. */
export function rememberInterfaceLanguage(request: FastifyRequest, reply: FastifyReply): void {
  const requested = requestedLocale(request)
  const name = hostCookieName(request, COOKIE)
  if (requested && requested !== request.cookies[name])
    reply.setCookie(name, requested, {
      ...secretCookieAttributes(request),
      maxAge: YEAR_SECONDS,
    })
}
