import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** 256 random bits that only the browser keeps; the database knows their hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The name of a cookie that browsers take from this host alone (RFC 6265bis §4.1.3.2). The prefix needs HTTPS; over plain HTTP on loopback the
 * plain name serves.
 */
export function hostCookieName({ protocol }: FastifyRequest, plainName: string): string {
  return protocol === 'https' ? `__Host-${plainName}` : plainName
}

/**
 * A cookie that holds a secret: HttpOnly, for this host alone. `ours` goes with our own pages (SameSite=Lax); `embedded` with our frame in
 * another site's page, kept apart for each such site (CHIPS) and always Secure, without which browsers refuse it.
 */
export function secretCookie(plainName: string, maxAgeSeconds: number, kind: 'ours' | 'embedded' = 'ours') {
  const nameFor = (request: FastifyRequest) => hostCookieName(request, plainName)
  const attributesFor = ({ protocol }: FastifyRequest) =>
    kind === 'ours'
      ? ({ path: '/', httpOnly: true, sameSite: 'lax', secure: protocol === 'https' } as const)
      : ({ path: '/', httpOnly: true, sameSite: 'none', secure: true, partitioned: true } as const)
  return {
    /** The secret, or undefined when there is none of the right form. */
    read(request: FastifyRequest): string | undefined {
      const secret = request.cookies[nameFor(request)]
      return secret && /^[\w-]{43}$/.test(secret) ? secret : undefined
    },
    set(request: FastifyRequest, reply: FastifyReply, secret: string): void {
      reply.setCookie(nameFor(request), secret, { ...attributesFor(request), maxAge: maxAgeSeconds })
    },
    forget(request: FastifyRequest, reply: FastifyReply): void {
      reply.clearCookie(nameFor(request), attributesFor(request))
    },
  }
}
