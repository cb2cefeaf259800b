import { getReadiness, type Storage } from '#contract/readiness.ts'
import { answers } from '../db/ping.ts'
import type { Database } from '../db/schema.ts'
import type { App } from '../edge/server.ts'

type ReadinessContext = { db: Database; storage: Storage; stopping: AbortSignal | undefined }

/** For load balancers: whether to send people here. `/healthz` says whether to restart the process. */
export function readinessRoutes(app: App, { db, storage, stopping }: ReadinessContext): void {
  app.route({
    ...getReadiness,
    handler: async (_request, reply) => {
      const isUp = await answers(db)
      const isStopping = stopping?.aborted ?? false
      const data = { process: isStopping ? 'stopping' : 'running', database: isUp ? 'up' : 'down', ...storage } as const
      return reply.code(isUp && !isStopping ? 200 : 503).send({ data })
    },
  })
}
