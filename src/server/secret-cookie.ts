import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** 256 random bits that only the browser keeps; the database knows their hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** A cookie that holds a secret: HttpOnly, SameSite=Lax, for this host alone. */
export function secretCookie(plainName: string, maxAgeSeconds: number) {
  /** A `__Host-` cookie needs HTTPS; over plain HTTP on loopback the plain name serves. */
  const nameFor = ({ protocol }: FastifyRequest) => (protocol === 'https' ? `__Host-${plainName}` : plainName)
  return {
    /** The secret, or undefined when there is none of the right form. */
    read(request: FastifyRequest): string | undefined {
      const secret = request.cookies[nameFor(request)]
      return secret && /^[\w-]{43}$/.test(secret) ? secret : undefined
    },
    set(request: FastifyRequest, reply: FastifyReply, secret: string): void {
      reply.setCookie(nameFor(request), secret, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: request.protocol === 'https',
        maxAge: maxAgeSeconds,
      })
    },
    forget(request: FastifyRequest, reply: FastifyReply): void {
      reply.clearCookie(nameFor(request), { path: '/', secure: request.protocol === 'https' })
    },
  }
}
