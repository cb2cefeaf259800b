import type { FastifyRequest } from 'fastify'
import { type BrowserEvent, postEvents } from '#contract/events.ts'
import { insertEvents } from '../db/events.ts'
import type { Database } from '../db/schema.ts'
import type { App } from '../edge/server.ts'
import { type ConsentSettings, hasConsent } from '../visitor/consent.ts'
import { interfaceLanguage } from '../visitor/interface-language.ts'
import { findVisitor } from '../visitor/visitor.ts'

/** Logs why browsers had no recommended teachers, one line a request (Specification §8). @returns the other events */
function logFailures(request: FastifyRequest, events: BrowserEvent[]): BrowserEvent[] {
  const failures = events.filter(({ name }) => name === 'recommend_teacher_failure')
  const [first] = failures
  if (first) request.log.warn({ ...first.properties, count: failures.length }, 'a browser could not load the teachers')
  return events.filter((event) => !failures.includes(event))
}

export function eventRoutes(app: App, { db, settings }: { db: Database; settings: ConsentSettings }): void {
  app.route({
    ...postEvents,
    handler: async (request, reply) => {
      const events = logFailures(request, request.body.events)
      // Without consent nothing is stored, whatever the page sent.
      if (events.length === 0 || !hasConsent(request, settings)) return reply.code(202).send({ accepted: 0 })
      const locale = interfaceLanguage(request)
      const visitor = findVisitor(request) ?? null
      await insertEvents(
        db,
        visitor,
        events.map(({ name, occurred_at, properties }) => ({
          name,
          occurredAt: occurred_at,
          properties,
          interfaceLanguage: locale,
        })),
      )
      return reply.code(202).send({ accepted: events.length })
    },
  })
}
