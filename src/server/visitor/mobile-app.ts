import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

/** Design §7: the mobile app is recognised by its token in the user agent. */
export function isFromMobileApp(request: FastifyRequest, settings: Pick<Settings, 'APP_USER_AGENT_TOKEN'>): boolean {
  return request.headers['user-agent']?.includes(settings.APP_USER_AGENT_TOKEN) ?? false
}
