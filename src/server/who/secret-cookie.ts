import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieName } from '#contract/cookies.ts'

/** The database's hash of a value that must not be readable there. */
export function sha256(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** Whether two texts are equal. The time it takes reveals only their lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** 256 random bits for a cookie. The database stores only their hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * A cookie name that only this host can set (RFC 6265bis §4.1.3.2). The prefix needs HTTPS; plain HTTP, on loopback,
 * uses the plain name.
 */
export function hostCookieName(request: FastifyRequest, plainName: CookieName): string {
  return request.protocol === 'https' ? `__Host-${plainName}` : plainName
}

/** For our own pages (SameSite=Lax), on this host only. */
export function cookieAttributes(request: FastifyRequest) {
  return { path: '/', sameSite: 'lax', secure: request.protocol === 'https' } as const
}

/** The same, kept from scripts. */
export function secretCookieAttributes(request: FastifyRequest) {
  return { ...cookieAttributes(request), httpOnly: true } as const
}

/**
 * An HttpOnly cookie for a secret, for this host only. `ours` is for our own pages (SameSite=Lax). `embedded` is for
 * our frame on another site's page: partitioned by that site (CHIPS) and always Secure, as browsers require.
 */
export function secretCookie(plainName: CookieName, maxAgeSeconds: number, kind: 'ours' | 'embedded' = 'ours') {
  const nameFor = (request: FastifyRequest) => hostCookieName(request, plainName)
  const attributesFor = (request: FastifyRequest) =>
    kind === 'ours'
      ? secretCookieAttributes(request)
      : ({ ...secretCookieAttributes(request), sameSite: 'none', secure: true, partitioned: true } as const)
  return {
    /** The secret; undefined when missing or malformed. */
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
