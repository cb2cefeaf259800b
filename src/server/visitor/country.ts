import type { FastifyRequest } from 'fastify'
import type { User } from '../db/users.ts'
import { Refusal } from '../edge/refusal.ts'
import type { Settings } from '../settings.ts'
import { isFromMobileApp } from './visitor.ts'

export type CountrySettings = Pick<Settings, 'COUNTRY_HEADER' | 'COUNTRY_COOKIE'>

/** Two capital letters (XX is an edge's unknown), or nothing: what a header or a cookie says is never trusted further. */
function readCountry(value: unknown): string | null {
  return typeof value === 'string' && /^(?!XX)[A-Z]{2}$/.test(value) ? value : null
}

function countryOfCookie(request: FastifyRequest, settings: CountrySettings): string | null {
  return readCountry(request.cookies[settings.COUNTRY_COOKIE])
}

/** The country of who is asking (design §7): the profile's, else the edge's header, else the cookie, else unknown. */
export function findCountry(
  request: FastifyRequest,
  settings: CountrySettings,
  user: Pick<User, 'country_id'> | undefined,
): string | null {
  const header = settings.COUNTRY_HEADER && request.headers[settings.COUNTRY_HEADER.toLowerCase()]
  return readCountry(user?.country_id) ?? readCountry(header) ?? countryOfCookie(request, settings)
}

/** Specification §6: no child purposes for users in China, by profile country or cookie. */
export function isInChina(
  request: FastifyRequest,
  settings: CountrySettings,
  user: Pick<User, 'country_id'> | undefined,
): boolean {
  return findCountry(request, settings, user) === 'CN' || countryOfCookie(request, settings) === 'CN'
}

type SharingSettings = Pick<Settings, 'COUNTRY_HEADER' | 'COUNTRY_COOKIE' | 'APP_USER_AGENT_TOKEN'>

/** Specification §2, §6: nothing is shared in China unless inside the app. */
export function mayShare(
  request: FastifyRequest,
  settings: SharingSettings,
  user: Pick<User, 'country_id'> | undefined,
): boolean {
  return isFromMobileApp(request, settings) || !isInChina(request, settings, user)
}

/** @throws Refusal 403 where pages have no button to share */
export function refuseWhereNothingIsShared(
  request: FastifyRequest,
  settings: SharingSettings,
  user: Pick<User, 'country_id'>,
): void {
  if (!mayShare(request, settings, user))
    throw new Refusal(403, 'forbidden', 'Results are shared only inside the app in your country.')
}
