import { createHandover, takeOver } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import { notFound } from '../attempts/attempts.ts'
import type { Database } from '../db/schema.ts'
import { findUnclaimed, moveAttempt } from '../db/tables/claims.ts'
import { HttpError } from '../http/http-error.ts'
import { type App, acceptForms } from '../http/server.ts'
import { findSignedIn, type Identity } from '../who/identity.ts'
import { requestedLocale } from '../who/interface-language.ts'
import { sealed } from '../who/sealed.ts'
import { ensureVisitor, findVisitor } from '../who/visitor.ts'

const expired = () => new HttpError(410, 'handover_expired', 'This link has expired. Please go back and try again.')

/** Long enough to press a button, too short to be worth stealing. */
const HANDOVER_SECONDS = 600

/**
 * Grants access to an attempt as long as it belongs to this visitor (the id in the database). A handover changes the
 * visitor, so a token works once.
 */
const handover = sealed('handover', {
  seconds: HANDOVER_SECONDS,
  claim: { id: '[\\da-f-]{36}', visitor: '[\\w-]{43}' },
})

/**
 * Moves an attempt from an embedded quiz to our own site for sign-up: the iframe requests a token and posts it as a
 * form into a new tab, where the visitor takes over the attempt (docs/decisions/016). `key` seals the tokens.
 */
export function handoverRoutes(app: App, { db, who, key }: { db: Database; who: Identity; key: string }): void {
  app.route({
    ...createHandover,
    handler: async (request, reply) => {
      const attempt = await findUnclaimed(db, request.params.id)
      if (!attempt || attempt.visitor !== findVisitor(request)) throw notFound()
      const token = handover.make(key, { id: attempt.id, visitor: attempt.visitor })
      return reply.code(201).send({ data: { token, expires_in_seconds: HANDOVER_SECONDS } })
    },
  })

  void app.register(async (forms: App) => {
    acceptForms(forms)
    forms.route({
      ...takeOver,
      handler: async (request, reply) => {
        const grant = handover.read(key, request.body.token)
        const attempt = grant && (await findUnclaimed(db, grant.id))
        if (!attempt || attempt.visitor !== grant.visitor) throw expired()
        const userId = (await findSignedIn(who, request))?.id
        const isMoved = await moveAttempt(db, attempt, { visitor: ensureVisitor(request, reply), userId })
        if (!isMoved) throw expired()
        const query = new URLSearchParams({ language: attempt.language, result: attempt.id })
        const hl = requestedLocale(request)
        if (hl) query.set('hl', hl)
        return reply.redirect(`${urls.quiz}?${query}`, 303)
      },
    })
  })
}
