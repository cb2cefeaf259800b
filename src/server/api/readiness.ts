import { getReadiness, type Storage } from '#contract/readiness.ts'
import type { App } from '../app.ts'
import { answers } from '../db/answers.ts'
import type { Database } from '../db/schema.ts'

/** For load balancers: whether to send people here. `/healthz` says whether to restart the process. */
export function readinessRoutes(app: App, { db, storage }: { db: Database; storage: Storage }): void {
  app.route({
    ...getReadiness,
    handler: async (_request, reply) => {
      const isUp = await answers(db)
      return reply.code(isUp ? 200 : 503).send({ data: { database: isUp ? 'up' : 'down', ...storage } })
    },
  })
}
