import { createHmac, timingSafeEqual } from 'node:crypto'
import { createHandover, takeOver } from '#contract/assessments.ts'
import { urls } from '#contract/urls.ts'
import { findUnclaimed, moveAssessment } from '../db/handover.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import { acceptForms } from '../edge/server.ts'
import { findSignedIn } from '../visitor/session.ts'
import { ensureVisitor, findVisitor } from '../visitor/visitor.ts'

const expired = () => new Refusal(410, 'handover_expired', 'This has expired. Please go back and try again.')

/**
 * How an assessment leaves a frame for sign-up: the frame asks for a token and posts it with a form into a tab of our own, whose visitor
 * takes the assessment over (docs/decisions/016). `key` keys the tokens.
 */
export function handoverRoutes(app: App, { db, key }: { db: Database; key: string }): void {
  app.route({
    ...createHandover,
    handler: async (request, reply) => {
      const handed = await findUnclaimed(db, request.params.id)
      if (!handed || handed.visitor !== findVisitor(request))
        throw new Refusal(404, 'assessment_not_found', 'There is no assessment of yours with this id.')
      const token = makeHandoverToken(key, handed, Date.now())
      return reply.code(201).send({ data: { token, expires_in_seconds: HANDOVER_SECONDS } })
    },
  })

  void app.register(async (forms: App) => {
    acceptForms(forms)
    forms.route({
      ...takeOver,
      handler: async (request, reply) => {
        const { token } = request.body
        const id = assessmentOfToken(token)
        const handed = id && (await findUnclaimed(db, id))
        if (!handed || !isGoodToken(key, handed, token, Date.now())) throw expired()
        const userId = (await findSignedIn(db, request))?.id
        const isMoved = await moveAssessment(db, handed, { visitor: ensureVisitor(request, reply), userId })
        if (!isMoved) throw expired()
        const { hl } = request.query as { hl?: unknown }
        const query = new URLSearchParams({ language: handed.language, result: handed.id })
        if (typeof hl === 'string' && hl) query.set('hl', hl)
        return reply.redirect(`${urls.quiz}?${query}`, 303)
      },
    })
  })
}

/** Long enough to press a button, short enough that nobody finds one lying about. */
export const HANDOVER_SECONDS = 600

/** What a token speaks of: an assessment while it is this visitor's. Once taken over it is another's, and the token is spent. */
type Handed = { id: string; visitor: string }

function sign(key: string, { id, visitor }: Handed, expiresAt: string): string {
  return createHmac('sha256', key).update(`handover ${id} ${visitor} ${expiresAt}`).digest('base64url')
}

/** A token by which another visitor may take the assessment over; `now` in milliseconds. */
export function makeHandoverToken(key: string, handed: Handed, now: number): string {
  const expiresAt = String(Math.floor(now / 1000) + HANDOVER_SECONDS)
  return `${handed.id}.${expiresAt}.${sign(key, handed, expiresAt)}`
}

/** The assessment of which a token speaks, whether or not it is a good one; undefined for what is no token. */
export function assessmentOfToken(token: string): string | undefined {
  return /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.\d{1,12}\.[\w-]{43}$/.exec(token)?.[1]
}

/** Whether the token was made with this key for this assessment of this visitor and is not yet too old. */
export function isGoodToken(key: string, handed: Handed, token: string, now: number): boolean {
  const [, expiresAt = '', mac = ''] = token.split('.')
  const expected = Buffer.from(sign(key, handed, expiresAt))
  const given = Buffer.from(mac)
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expiresAt) * 1000 > now
}
