import type { FastifyRequest } from 'fastify'
import type { Login } from '#contract/profile.ts'
import { type CountrySettings, findCountry } from './country.ts'
import type { SignedIn } from './session.ts'

/** What GET /v2/login and the quiz page say about who is asking (Specification §7, design §7). */
export function toLogin(request: FastifyRequest, settings: CountrySettings, user: SignedIn | undefined): Login {
  const country_id = findCountry(request, settings, user)
  if (!user) return { country_id }
  return { country_id, user_id: user.publicId, nickname: user.nickname, avatar_file_name: user.avatar_file_name }
}
