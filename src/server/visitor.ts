import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSecret, secretCookie, sha256 } from './secret-cookie.ts'

const YEAR_SECONDS = 365 * 24 * 3600
const cookie = secretCookie('visitor', YEAR_SECONDS)

/** Who is asking, as the database knows them: the hash of the visitor cookie, or undefined without a usable one. */
export function findVisitor(request: FastifyRequest): string | undefined {
  const token = cookie.read(request)
  return token && sha256(token)
}

/** The visitor, given a cookie of 256 random bits if they have none. */
export function ensureVisitor(request: FastifyRequest, reply: FastifyReply): string {
  const known = findVisitor(request)
  if (known) return known
  const token = newSecret()
  cookie.set(request, reply, token)
  return sha256(token)
}

/** Forgets the cookie: what it knew is gone. */
export function forgetVisitor(request: FastifyRequest, reply: FastifyReply): void {
  cookie.forget(request, reply)
}
