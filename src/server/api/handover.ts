import { createHmac } from 'node:crypto'
import { createHandover, takeOver } from '#contract/assessments.ts'
import { urls } from '#contract/urls.ts'
import { findUnclaimed, moveAssessment } from '../db/assessments.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../edge/refusal.ts'

import { type App, acceptForms } from '../edge/server.ts'
import { isSameSecret } from '../visitor/secret-cookie.ts'
import { findSignedIn } from '../visitor/session.ts'
import { ensureVisitor, findVisitor } from '../visitor/visitor.ts'

const expired = () => new Refusal(410, 'handover_expired', 'This link has expired. Please go back and try again.')

/**
 * Moves an assessment from an embedded quiz to our own site for sign-up: the frame requests a token and form-posts it into a new tab,
 * whose visitor takes over the assessment (docs/decisions/016). `key` signs the tokens.
 */
export function handoverRoutes(app: App, { db, key }: { db: Database; key: string }): void {
  app.route({
    ...createHandover,
    handler: async (request, reply) => {
      const handover = await findUnclaimed(db, request.params.id)
      if (!handover || handover.visitor !== findVisitor(request))
        throw new Refusal(404, 'assessment_not_found', 'There is no assessment of yours with this id.')
      const token = signHandoverToken(key, handover, Date.now())
      return reply.code(201).send({ data: { token, expires_in_seconds: HANDOVER_SECONDS } })
    },
  })

  void app.register(async (forms: App) => {
    acceptForms(forms)
    forms.route({
      ...takeOver,
      handler: async (request, reply) => {
        const { token } = request.body
        const id = readAssessmentId(token)
        const handover = id && (await findUnclaimed(db, id))
        if (!handover || !isValidToken(key, handover, token, Date.now())) throw expired()
        const userId = (await findSignedIn(db, request))?.id
        const isMoved = await moveAssessment(db, handover, { visitor: ensureVisitor(request, reply), userId })
        if (!isMoved) throw expired()
        const { hl } = request.query as { hl?: unknown }
        const query = new URLSearchParams({ language: handover.language, result: handover.id })
        if (typeof hl === 'string' && hl) query.set('hl', hl)
        return reply.redirect(`${urls.quiz}?${query}`, 303)
      },
    })
  })
}

/** Long enough to press a button, too short to be worth stealing. */
const HANDOVER_SECONDS = 600

/** What a token grants: an assessment as long as it is this visitor's. A handover changes the visitor, so the token works once. */
type Handover = { id: string; visitor: string }

function sign(key: string, { id, visitor }: Handover, expiresAt: string): string {
  return createHmac('sha256', key).update(`handover ${id} ${visitor} ${expiresAt}`).digest('base64url')
}

/** A token with which another visitor may take over the assessment; `now` in milliseconds. */
export function signHandoverToken(key: string, handover: Handover, now: number): string {
  const expiresAt = String(Math.floor(now / 1000) + HANDOVER_SECONDS)
  return `${handover.id}.${expiresAt}.${sign(key, handover, expiresAt)}`
}

/** The assessment id in a token, valid or not; undefined if it is not a token. */
function readAssessmentId(token: string): string | undefined {
  return /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.\d{1,12}\.[\w-]{43}$/.exec(token)?.[1]
}

/** Whether the token was signed with this key for this assessment and visitor, and has not expired. */
function isValidToken(key: string, handover: Handover, token: string, now: number): boolean {
  const [, expiresAt = '', mac = ''] = token.split('.')
  return isSameSecret(mac, sign(key, handover, expiresAt)) && Number(expiresAt) * 1000 > now
}
