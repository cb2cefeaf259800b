import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

/** The whole address of one of our paths, as people reach it. */
export function publicAddress(
  request: FastifyRequest,
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
  path: string,
): string {
  return new URL(path, PUBLIC_URL || `${request.protocol}://${request.host}`).href
}
