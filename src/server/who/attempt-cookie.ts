import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Attempt } from '#contract/attempts.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { sealed } from './sealed.ts'
import { hostCookieName, secretCookieAttributes } from './secret-cookie.ts'

/** A test takes minutes. After that, visitors are identified again. */
const LIFETIME_SECONDS = 3600

/** An open attempt and the account it belongs to. */
export type ProvenAttempt = { id: string; userId: number }

/** The cookies that prove who owns an open attempt without asking the marketplace (docs/decisions/012). */
export type AttemptCookies = {
  /** Sets the cookie of an account's open attempt, which proves its owner from now on, or clears it once finished. */
  keep: (request: FastifyRequest, reply: FastifyReply, attempt: Attempt, userId: number | undefined) => void
  /** The attempts proven by this request; any of them may have been finished since. */
  read: (request: FastifyRequest) => ProvenAttempt[]
  clear: (request: FastifyRequest, reply: FastifyReply) => void
}

const nameFor = (request: FastifyRequest, language: Language) => hostCookieName(request, `assessment_${language}`)

const ticket = sealed('attempt', { seconds: LIFETIME_SECONDS, claim: { id: '[\\da-f-]{36}', userId: '\\d+' } })

/**
 * One HttpOnly cookie per language: attempt and account, bound to the marketplace's session. It's void once that
 * session ends or changes, so a sign-out ends it. `key` seals it; `sessionOf` reads the session.
 */
export function attemptCookies(
  key: string,
  sessionOf: (request: FastifyRequest) => string | undefined,
): AttemptCookies {
  const readOne = (request: FastifyRequest, language: Language): ProvenAttempt | undefined => {
    const session = sessionOf(request)
    const claim = session && ticket.read(key, request.cookies[nameFor(request, language)], session)
    return claim ? { id: claim.id, userId: Number(claim.userId) } : undefined
  }
  return {
    keep(request, reply, { id, language, status }, userId) {
      const session = sessionOf(request)
      if (!session || userId === undefined) return
      const name = nameFor(request, language)
      if (status === 'finished') {
        if (readOne(request, language)?.id === id) reply.clearCookie(name, secretCookieAttributes(request))
        return
      }
      reply.setCookie(name, ticket.make(key, { id, userId: String(userId) }, session), {
        ...secretCookieAttributes(request),
        maxAge: LIFETIME_SECONDS,
      })
    },
    read(request) {
      return LANGUAGES.flatMap((language) => readOne(request, language) ?? [])
    },
    clear(request, reply) {
      for (const language of LANGUAGES) {
        const name = nameFor(request, language)
        if (request.cookies[name]) reply.clearCookie(name, secretCookieAttributes(request))
      }
    },
  }
}
