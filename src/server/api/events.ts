import type { FastifyRequest } from 'fastify'
import { type BrowserEvent, EARLY_EVENTS, postEvents } from '#contract/events.ts'
import type { Database } from '../db/schema.ts'
import { hasBegun } from '../db/tables/claims.ts'
import { insertEvents } from '../db/tables/events.ts'
import { HttpError } from '../http/http-error.ts'
import { addressGroup, type Limits } from '../http/limits.ts'
import { traceparentOf } from '../http/logging.ts'
import type { App } from '../http/server.ts'
import { type ConsentSettings, hasConsent } from '../who/consent.ts'
import { refuseOthersFlows } from '../who/flow-owner.ts'
import { findProvenAttempts, findSignedIn, type Identity } from '../who/identity.ts'
import { interfaceLanguage } from '../who/interface-language.ts'
import { findVisitor } from '../who/visitor.ts'

const DAY_MS = 24 * 3600 * 1000

type EventRoutesContext = {
  db: Database
  who: Identity
  settings: ConsentSettings
  limits: Pick<Limits, 'events' | 'visitorEvents' | 'earlyEvents'>
}

/** @throws HttpError 400 unless it's within a day of now, because any other time is wrong or forged */
function readTime(text: string): Date {
  const time = new Date(text)
  if (!(Math.abs(time.getTime() - Date.now()) <= DAY_MS))
    throw new HttpError(400, 'invalid_request', 'body.events.occurred_at must be within a day of now.')
  return time
}

/** Logs why browsers got no recommended teachers, one line per request (Specification §8). @returns the other events */
function logFailures(request: FastifyRequest, events: BrowserEvent[]): BrowserEvent[] {
  const failures = events.filter(({ name }) => name === 'recommend_teacher_failure')
  const [first] = failures
  if (first) request.log.warn({ ...first.properties, count: failures.length }, 'a browser could not load the teachers')
  return events.filter((event) => !failures.includes(event))
}

/**
 * Analytics events. Anyone can forge a visitor cookie, so visitors don't exist until they start a test or sign in.
 * Before that, only the landing-page and language events count (Specification §7), with a limit per address.
 */
export function eventRoutes(app: App, { db, who, settings, limits }: EventRoutesContext): void {
  /** The rate-limit key of an existing visitor, else undefined. */
  const findSender = async (request: FastifyRequest) => {
    const visitor = findVisitor(request)
    if (visitor && (await hasBegun(db, visitor))) return visitor
    const user = await findSignedIn(who, request)
    return user?.id
  }

  /** The sending account, proven by an open attempt's own cookie, else the signed-in one. */
  const findAccount = async (request: FastifyRequest) => {
    const [proven] = findProvenAttempts(who, request)
    if (proven) return proven.userId
    const user = await who.find(request)
    return typeof user === 'object' ? user.id : user
  }

  /**
   * The events that the sender may send.
   * @throws TooManyRequests
   */
  const admit = async (request: FastifyRequest, events: BrowserEvent[]): Promise<BrowserEvent[]> => {
    const sender = await findSender(request)
    if (sender) {
      await limits.visitorEvents(sender, events.length)
      return events
    }
    const early = events.filter(({ name }) => EARLY_EVENTS.includes(name))
    if (early.length > 0) await limits.earlyEvents(addressGroup(request.ip), early.length)
    return early
  }

  app.route({
    ...postEvents,
    handler: async (request, reply) => {
      const times = new Map(request.body.events.map((event) => [event, readTime(event.occurred_at)]))
      await limits.events(addressGroup(request.ip), request.body.events.length)
      const reported = logFailures(request, request.body.events)
      // Without consent, store nothing, regardless of what the page sent.
      if (reported.length === 0 || !hasConsent(request, settings)) return reply.code(202).send({ accepted: 0 })
      const flowIds = reported.flatMap(({ properties }) => ('flow_id' in properties ? properties.flow_id : []))
      const account = await findAccount(request)
      await refuseOthersFlows({ db, issuer: who.issuer }, flowIds, account)
      const events = await admit(request, reported)
      const locale = interfaceLanguage(request)
      const traceparent = traceparentOf(request) ?? null
      if (events.length > 0)
        await insertEvents(
          db,
          { visitor: findVisitor(request) ?? null, userId: typeof account === 'number' ? account : null },
          events.map((event) => ({
            name: event.name,
            occurredAt: times.get(event) as Date,
            properties: event.properties,
            interfaceLanguage: locale,
            traceparent,
          })),
        )
      return reply.code(202).send({ accepted: events.length })
    },
  })
}
