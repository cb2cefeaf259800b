import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

/** The absolute public URL of a path. */
export function publicAddress(
  request: FastifyRequest,
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
  path: string,
): string {
  return new URL(path, PUBLIC_URL || `${request.protocol}://${request.host}`).href
}
