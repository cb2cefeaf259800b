import type { FastifyRequest } from 'fastify'
import { type BrowserEvent, EARLY_EVENTS, postEvents } from '#contract/events.ts'
import { hasBegun } from '../db/assessments.ts'
import { insertEvents } from '../db/events.ts'
import type { Database } from '../db/schema.ts'
import { addressGroup, type Limits } from '../edge/limits.ts'
import { traceparentOf } from '../edge/logging.ts'
import { Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import { type ConsentSettings, hasConsent } from '../visitor/consent.ts'
import { interfaceLanguage } from '../visitor/interface-language.ts'
import { findSignedIn } from '../visitor/session.ts'
import { findVisitor } from '../visitor/visitor.ts'

const DAY_MS = 24 * 3600 * 1000

type EventRoutesContext = {
  db: Database
  settings: ConsentSettings
  limits: Pick<Limits, 'events' | 'visitorEvents' | 'earlyEvents'>
}

/** @throws Refusal 400 unless it is within a day of now: any other time is made up */
function readTime(text: string): Date {
  const time = new Date(text)
  if (!(Math.abs(time.getTime() - Date.now()) <= DAY_MS))
    throw new Refusal(400, 'invalid_request', 'body.events.occurred_at must be within a day of now.')
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
 * Analytics events. Anybody can make up a visitor cookie, so a visitor exists once they start a test or sign in. Before that, only the
 * landing and the choice of a language count (Specification §7), with a limit per address.
 */
export function eventRoutes(app: App, { db, settings, limits }: EventRoutesContext): void {
  /** The rate-limit key of an existing visitor; undefined for anybody else. */
  const findSender = async (request: FastifyRequest) => {
    const visitor = findVisitor(request)
    if (visitor && (await hasBegun(db, visitor))) return visitor
    const user = await findSignedIn(db, request)
    return user && String(user.id)
  }

  /** The events that the sender may send. @throws TooManyRequests */
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
      // Without consent, store nothing, whatever the page sent.
      if (reported.length === 0 || !hasConsent(request, settings)) return reply.code(202).send({ accepted: 0 })
      const events = await admit(request, reported)
      const locale = interfaceLanguage(request)
      const traceparent = traceparentOf(request) ?? null
      if (events.length > 0)
        await insertEvents(
          db,
          findVisitor(request) ?? null,
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
