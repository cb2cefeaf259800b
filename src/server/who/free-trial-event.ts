import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Identity, SESSION_SECONDS } from './identity.ts'
import { secretCookie, sha256 } from './secret-cookie.ts'

/** Marks, in the browser, the login for which the free-trial event was recorded: each login has its own session. */
const cookie = secretCookie('free_trial', SESSION_SECONDS)

/** The mark of this request's login: an anonymous hash. */
function loginMark(who: Identity, request: FastifyRequest): string | undefined {
  const session = who.session(request)
  return session && sha256(`free trial ${session}`)
}

/** Whether the free-trial event was recorded for this login; it fires once after each (Specification §7). */
export function isFreeTrialNoted(who: Identity, request: FastifyRequest): boolean {
  const mark = loginMark(who, request)
  return mark !== undefined && cookie.read(request) === mark
}

/** Marks this login as one for which the event was recorded. */
export function markFreeTrialNoted(who: Identity, request: FastifyRequest, reply: FastifyReply): void {
  const mark = loginMark(who, request)
  if (mark) cookie.set(request, reply, mark)
}

/** Clears the mark when a login ends. */
export function forgetFreeTrial(request: FastifyRequest, reply: FastifyReply): void {
  cookie.forget(request, reply)
}
