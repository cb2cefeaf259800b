import { postEvents } from '#contract/events.ts'
import { insertEvents } from '../db/events.ts'
import type { Database } from '../db/schema.ts'
import type { App } from '../edge/server.ts'
import { type ConsentSettings, hasConsent } from '../visitor/consent.ts'
import { interfaceLanguage } from '../visitor/interface-language.ts'
import { findVisitor } from '../visitor/visitor.ts'

export function eventRoutes(app: App, { db, settings }: { db: Database; settings: ConsentSettings }): void {
  app.route({
    ...postEvents,
    handler: async (request, reply) => {
      // Without consent nothing is stored, whatever the page sent.
      if (!hasConsent(request, settings)) return reply.code(202).send({ accepted: 0 })
      const { events } = request.body
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
