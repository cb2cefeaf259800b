import type { FastifyRequest } from 'fastify'
import type { User } from '../db/users.ts'
import { Refusal } from '../edge/refusal.ts'
import type { Settings } from '../settings.ts'
import { isInChina } from './country.ts'
import { isFromMobileApp } from './mobile-app.ts'

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
