import type { FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses a request that changes something and that another site's page has sent (OWASP ASVS 5.0, 3.5.1 to 3.5.3). */
export async function refuseCrossSite(request: FastifyRequest): Promise<void> {
  if (!SAFE_METHODS.has(request.method)) await refuseForeignPage(request)
}

/** The same whatever the method, for a GET that changes something. */
export async function refuseForeignPage(request: FastifyRequest): Promise<void> {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const isForeignOrigin = origin !== undefined && origin !== `${request.protocol}://${request.host}`
  if (isForeignOrigin || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    throw new Refusal(403, 'cross_site_request', 'Requests from pages of other sites are refused.')
}
