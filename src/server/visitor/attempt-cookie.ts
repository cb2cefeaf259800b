import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Assessment } from '#contract/assessments.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { hostCookieName, isSameSecret, secretCookieAttributes } from './secret-cookie.ts'

/** A test takes minutes. After that, visitors are identified again. */
const LIFETIME_SECONDS = 3600

/** An open attempt and the account it belongs to. */
export type ProvenAttempt = { id: string; userId: number }

/** The cookies that prove who owns an open attempt without asking the marketplace (docs/decisions/012). */
export type AttemptCookies = {
  /** Sets the cookie of an open attempt, or clears it once finished. */
  keep: (request: FastifyRequest, reply: FastifyReply, attempt: Assessment, userId: number) => void
  /** The attempts that this request proves; any of them may have been finished since. */
  read: (request: FastifyRequest) => ProvenAttempt[]
  clear: (request: FastifyRequest, reply: FastifyReply) => void
}

const nameFor = (request: FastifyRequest, language: Language) => hostCookieName(request, `attempt_${language}`)

/**
 * One HttpOnly cookie per language: attempt, account, expiry and a MAC over them and the marketplace's session cookie. It is void once
 * that cookie is gone or changed, so a sign-out ends it. `key` keys the MAC; `sessionOf` reads the session cookie.
 */
export function attemptCookies(
  key: string,
  sessionOf: (request: FastifyRequest) => string | undefined,
): AttemptCookies {
  const macOf = (claim: string, session: string) =>
    createHmac('sha256', key).update(`attempt ${claim} ${session}`).digest('base64url')
  const readOne = (value: string | undefined, session: string): ProvenAttempt[] => {
    const [, claim = '', id = '', userId, expiresAt, mac = ''] =
      /^(([\da-f-]{36})\.(\d+)\.(\d+))\.([\w-]{43})$/.exec(value ?? '') ?? []
    return isSameSecret(mac, macOf(claim, session)) && Number(expiresAt) * 1000 > Date.now()
      ? [{ id, userId: Number(userId) }]
      : []
  }
  return {
    keep(request, reply, { id, language, status }, userId) {
      const session = sessionOf(request)
      const name = nameFor(request, language)
      if (!session) return
      if (status === 'finished') {
        if (request.cookies[name]?.startsWith(id)) reply.clearCookie(name, secretCookieAttributes(request))
        return
      }
      const claim = `${id}.${userId}.${Math.floor(Date.now() / 1000) + LIFETIME_SECONDS}`
      reply.setCookie(name, `${claim}.${macOf(claim, session)}`, {
        ...secretCookieAttributes(request),
        maxAge: LIFETIME_SECONDS,
      })
    },
    read(request) {
      const session = sessionOf(request)
      if (!session) return []
      return LANGUAGES.flatMap((language) => readOne(request.cookies[nameFor(request, language)], session))
    },
    clear(request, reply) {
      for (const language of LANGUAGES) {
        const name = nameFor(request, language)
        if (request.cookies[name]) reply.clearCookie(name, secretCookieAttributes(request))
      }
    },
  }
}
