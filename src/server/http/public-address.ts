import type { FastifyRequest } from 'fastify'
import type { Settings } from '#settings/settings.ts'
import { HttpError } from './http-error.ts'

/**
 * The absolute public URL of one of our paths.
 * @throws HttpError 400 if neither PUBLIC_URL nor a Host header gives our origin
 */
export function publicAddress(
  request: FastifyRequest,
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
  path: string,
): string {
  if (!PUBLIC_URL && !request.host)
    throw new HttpError(400, 'invalid_request', 'A request must have one well-formed Host header.')
  return new URL(path, PUBLIC_URL || `${request.protocol}://${request.host}`).href
}
