import type { FastifyRequest } from 'fastify'
import { getLogin, type Login } from '#contract/profile.ts'
import { describeError } from '#contract/schema-errors.ts'
import { cleanShownText } from '#contract/typed-text.ts'
import type { Settings } from '#settings/settings.ts'
import type { Database } from '../db/schema.ts'
import { claimAttempts } from '../db/tables/claims.ts'
import { keepMarketplaceUser } from '../db/tables/identities.ts'
import { describeFailure } from '../guarded-fetch.ts'
import { readCountry } from '../who/country.ts'
import type { NoUser, SignedIn } from '../who/identity.ts'
import { type ClientSettings, marketplaceClient } from './client.ts'
import { checkReply } from './reply.ts'
import { warnsOfUnusableValues } from './unusable-values.ts'

/** The user, and the country that the login reports for a signed-out visitor. */
export type Identified = { who: SignedIn | NoUser; country: string | null }

export const UNKNOWN: Identified = { who: 'unknown', country: null }

export const warnUnidentified = (request: FastifyRequest, error: string) =>
  request.log.warn({ call: getLogin.url, error }, 'the marketplace did not identify the visitor')

export type LoginParts = {
  db: Database
  settings: ClientSettings & Pick<Settings, 'MARKETPLACE_TIMEOUT_MS'>
  issuer: string
  /** Signs the cookies of open attempts. */
  key: string
}

export type LoginCall = {
  /** Whether the request proves an open attempt; a single reply isn't enough to end its session. */
  hasAttempt: (request: FastifyRequest) => boolean
  onSignedOut: (request: FastifyRequest) => void
}

/**
 * Asks the marketplace who sent a request, and stores the account of the user it returns. `visitor`'s attempts become
 * theirs.
 */
export function loginCall({ db, settings, issuer }: LoginParts, { hasAttempt, onSignedOut }: LoginCall) {
  const client = marketplaceClient(settings, settings.MARKETPLACE_TIMEOUT_MS)
  const warnOnce = warnsOfUnusableValues()

  const fetchOnce = async (request: FastifyRequest): Promise<Login> => {
    const { status, json } = await client(request, { method: 'GET', path: getLogin.url })
    if (status === 401) return { country_id: null }
    if (status !== 200) throw new Error(`unexpected status ${status}`)
    const { reply, errors } = checkReply(getLogin.schema.response[200], json)
    if (errors[0]) throw new Error(describeError(errors[0], 'the reply'))
    warnOnce(request.log, getLogin.url, reply)
    return (reply as { data: Login }).data
  }

  const fetchLogin = async (request: FastifyRequest): Promise<Login> => {
    const login = await fetchOnce(request)
    if (login.user_id !== undefined || !hasAttempt(request)) return login
    const again = await fetchOnce(request)
    if (again.user_id === undefined) onSignedOut(request)
    return again
  }

  return async (request: FastifyRequest, visitor: string | undefined): Promise<Identified> => {
    let login: Login
    try {
      login = await fetchLogin(request)
    } catch (error) {
      warnUnidentified(request, describeFailure(error))
      return UNKNOWN
    }
    const { user_id: publicId, nickname = '', avatar_file_name = '', country_id } = login
    if (publicId === undefined) return { who: 'signed out', country: country_id }
    const person = {
      issuer,
      subject: String(publicId),
      nickname: cleanShownText(nickname),
      avatar_file_name: cleanShownText(avatar_file_name),
      country_id: readCountry(country_id),
    }
    const user = await keepMarketplaceUser(db, person)
    if (visitor) await claimAttempts(db, visitor, user.id)
    return { who: { ...user, publicId }, country: null }
  }
}
