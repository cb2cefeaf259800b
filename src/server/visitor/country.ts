import type { FastifyRequest } from 'fastify'
import type { User } from '../db/users.ts'
import type { Settings } from '../settings.ts'

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
