import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSecret, secretCookie, sha256 } from './secret-cookie.ts'

const YEAR_SECONDS = 365 * 24 * 3600
const cookie = secretCookie('visitor', YEAR_SECONDS)
/** For our iframe on another site, where browsers send none of our other cookies (docs/decisions/016). */
const embeddedCookie = secretCookie('embedded_visitor', YEAR_SECONDS, 'embedded')

function ensure(own: typeof cookie, request: FastifyRequest, reply: FastifyReply): string {
  const visitor = findVisitor(request)
  if (visitor) return visitor
  const token = newSecret()
  own.set(request, reply, token)
  return sha256(token)
}

/** The visitor's id in the database, a hash of the cookie; undefined without a valid cookie. */
export function findVisitor(request: FastifyRequest): string | undefined {
  const token = cookie.read(request) ?? embeddedCookie.read(request)
  return token && sha256(token)
}

/** The visitor's id; sets a cookie for a new visitor. */
export function ensureVisitor(request: FastifyRequest, reply: FastifyReply): string {
  return ensure(cookie, request, reply)
}

/** The same for the embedded page, which needs its cookie before its scripts send requests. */
export function ensureEmbeddedVisitor(request: FastifyRequest, reply: FastifyReply): string {
  return ensure(embeddedCookie, request, reply)
}

/** Clears the visitor's cookies. */
export function forgetVisitor(request: FastifyRequest, reply: FastifyReply): void {
  cookie.forget(request, reply)
  embeddedCookie.forget(request, reply)
}
