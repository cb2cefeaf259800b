import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { newSecret, secretCookie, sha256 } from './secret-cookie.ts'

const YEAR_SECONDS = 365 * 24 * 3600
const cookie = secretCookie('visitor', YEAR_SECONDS)
/** The visitor inside a frame of another site's page, where browsers send no other cookie of ours (docs/decisions/016). */
const embeddedCookie = secretCookie('embedded_visitor', YEAR_SECONDS, 'embedded')

function ensure(kept: typeof cookie, request: FastifyRequest, reply: FastifyReply): string {
  const known = findVisitor(request)
  if (known) return known
  const token = newSecret()
  kept.set(request, reply, token)
  return sha256(token)
}

/** Who is asking, as the database knows them: the hash of the visitor cookie, or undefined without a usable one. */
export function findVisitor(request: FastifyRequest): string | undefined {
  const token = cookie.read(request) ?? embeddedCookie.read(request)
  return token && sha256(token)
}

/** The visitor, given a cookie of 256 random bits if they have none. */
export function ensureVisitor(request: FastifyRequest, reply: FastifyReply): string {
  return ensure(cookie, request, reply)
}

/** The same for the page in the frame: its cookie is there before its scripts ask for anything. */
export function ensureEmbeddedVisitor(request: FastifyRequest, reply: FastifyReply): string {
  return ensure(embeddedCookie, request, reply)
}

/** Forgets the cookies: what they knew is gone. */
export function forgetVisitor(request: FastifyRequest, reply: FastifyReply): void {
  cookie.forget(request, reply)
  embeddedCookie.forget(request, reply)
}

/** Design §7: the mobile app is recognised by its token in the user agent. */
export function isFromMobileApp(request: FastifyRequest, settings: Pick<Settings, 'APP_USER_AGENT_TOKEN'>): boolean {
  return request.headers['user-agent']?.includes(settings.APP_USER_AGENT_TOKEN) ?? false
}
