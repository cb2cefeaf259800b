import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const YEAR_SECONDS = 365 * 24 * 3600

/** A `__Host-` cookie needs HTTPS; over plain HTTP on loopback the plain name serves. */
function cookieName(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-visitor' : 'visitor'
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Who is asking, as the database knows them: the hash of the visitor cookie, or undefined without a usable one. */
export function findVisitor(request: FastifyRequest): string | undefined {
  const token = request.cookies[cookieName(request)]
  return token && /^[\w-]{43}$/.test(token) ? hash(token) : undefined
}

/** The visitor, given a cookie of 256 random bits if they have none. */
export function ensureVisitor(request: FastifyRequest, reply: FastifyReply): string {
  const known = findVisitor(request)
  if (known) return known
  const token = randomBytes(32).toString('base64url')
  reply.setCookie(cookieName(request), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: YEAR_SECONDS,
  })
  return hash(token)
}

/** Forgets the cookie: what it knew is gone. */
export function forgetVisitor(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request), { path: '/', secure: request.protocol === 'https' })
}
