import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#contract/locales.ts'
import { hostCookieName } from './secret-cookie.ts'

const COOKIE = 'hl'
const YEAR_SECONDS = 365 * 24 * 3600

/** Browsers send far less; what comes after it is not read. */
const LONGEST_ACCEPT_LANGUAGE = 500

/** Language and script as CLDR completes them: `zh-HK` and `zh-Hant` are both `zh-Hant`, `pt-BR` is `pt-Latn`. */
function scriptOf(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize()
  return `${language}-${script}`
}

const LOCALES_BY_SCRIPT = new Map(LOCALES.map((locale) => [scriptOf(locale), locale]))

/** The interface language that a reader of `tag` can read, whatever the region; undefined when there is none or it is no tag. */
export function matchLocale(tag: unknown): Locale | undefined {
  if (typeof tag !== 'string' || tag.length > 35) return undefined
  try {
    return LOCALES_BY_SCRIPT.get(scriptOf(tag))
  } catch {
    return undefined
  }
}

/** The best of an Accept-Language header (RFC 9110 §12.5.4): by weight, then by order. */
function fromAcceptLanguage(header = ''): Locale | undefined {
  return header
    .slice(0, LONGEST_ACCEPT_LANGUAGE)
    .split(',')
    .flatMap((entry) => {
      const [, tag, weight = '1'] = entry.trim().match(/^([\w-]+)(?: *; *q=([01](?:\.\d{0,3})?))?$/i) ?? []
      return tag && Number(weight) > 0 ? [{ tag, weight: Number(weight) }] : []
    })
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => matchLocale(tag))
    .find((locale) => locale !== undefined)
}

/** The interface language that the address asks for. */
export function askedLocale(request: FastifyRequest): Locale | undefined {
  return matchLocale((request.query as { hl?: unknown }).hl)
}

/** The language of the interface: the query value `hl`, else the cookie, else Accept-Language, else English. What we do not have is ignored. */
export function interfaceLanguage(request: FastifyRequest): Locale {
  return (
    askedLocale(request) ??
    // A request that failed early has no cookies yet; its error page has a language all the same.
    matchLocale(request.cookies?.[hostCookieName(request, COOKIE)]) ??
    fromAcceptLanguage(request.headers['accept-language']) ??
    DEFAULT_LOCALE
  )
}

/** Remembers the language that the address asks for, so that the links of the page need not carry it. */
export function rememberInterfaceLanguage(request: FastifyRequest, reply: FastifyReply): void {
  const asked = askedLocale(request)
  const name = hostCookieName(request, COOKIE)
  if (asked && asked !== request.cookies[name])
    reply.setCookie(name, asked, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge: YEAR_SECONDS,
    })
}
