import type { FastifyReply, FastifyRequest } from 'fastify'
import { CHINA } from '#contract/country-codes.ts'
import type { Settings } from '#settings/settings.ts'
import type { User } from '../db/tables/users.ts'
import { HttpError } from '../http/http-error.ts'
import { hostCookieName, secretCookieAttributes } from './secret-cookie.ts'
import { isFromMobileApp } from './user-agent.ts'

export type CountrySettings = Pick<Settings, 'COUNTRY_HEADER' | 'COUNTRY_COOKIE'>

/** Two capital letters or null: no header, cookie, or marketplace is trusted. CDNs send XX for an unknown country. */
export function readCountry(value: unknown): string | null {
  return typeof value === 'string' && /^(?!XX)[A-Z]{2}$/.test(value) ? value : null
}

function countryOfCookie(request: FastifyRequest, settings: CountrySettings): string | null {
  return readCountry(request.cookies[settings.COUNTRY_COOKIE])
}

/**
 * The country that a linked marketplace's /v2/login reported for a signed-out visitor, kept for a day because people
 * travel.
 */
const LOGIN_COUNTRY = 'login_country'
const DAY_SECONDS = 24 * 3600

/** Stores the country of a login reply, if it has one (Specification §7). */
export function storeLoginCountry(request: FastifyRequest, reply: FastifyReply, country: string | null): void {
  if (readCountry(country) === null || country === storedLoginCountry(request)) return
  reply.setCookie(hostCookieName(request, LOGIN_COUNTRY), country as string, {
    ...secretCookieAttributes(request),
    maxAge: DAY_SECONDS,
  })
}

/** The country in the last login reply for this visitor. */
export function storedLoginCountry(request: FastifyRequest): string | null {
  return readCountry(request.cookies[hostCookieName(request, LOGIN_COUNTRY)])
}

/** The visitor's country: from the profile or the login, else the proxy's header, else the cookie, else null. */
export function findCountry(
  request: FastifyRequest,
  settings: CountrySettings,
  user: Pick<User, 'country_id'> | undefined,
): string | null {
  const header = settings.COUNTRY_HEADER && request.headers[settings.COUNTRY_HEADER.toLowerCase()]
  const ofLogin = readCountry(user?.country_id) ?? storedLoginCountry(request)
  return ofLogin ?? readCountry(header) ?? countryOfCookie(request, settings)
}

/**
 * Whether the rules for China apply (Specification §6): by country, or by the cookie even if another source disagrees.
 */
export function isInChina(
  request: FastifyRequest,
  settings: CountrySettings,
  user: Pick<User, 'country_id'> | undefined,
): boolean {
  return findCountry(request, settings, user) === CHINA || countryOfCookie(request, settings) === CHINA
}

type SharingSettings = Pick<Settings, 'COUNTRY_HEADER' | 'COUNTRY_COOKIE' | 'APP_USER_AGENT_TOKEN'>

/** Specification §2, §6: in China, results are shared only inside the app. */
export function mayShare(
  request: FastifyRequest,
  settings: SharingSettings,
  user: Pick<User, 'country_id'> | undefined,
): boolean {
  return isFromMobileApp(request, settings) || !isInChina(request, settings, user)
}

/** @throws HttpError 403 if sharing isn't offered */
export function requireSharing(
  request: FastifyRequest,
  settings: SharingSettings,
  user: Pick<User, 'country_id'>,
): void {
  if (!mayShare(request, settings, user))
    throw new HttpError(403, 'forbidden', 'In your country, results can be shared only inside the app.')
}
