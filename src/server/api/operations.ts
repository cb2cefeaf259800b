import { getReadiness, type Storage } from '#contract/readiness.ts'
import { urls } from '#contract/urls.ts'
import type { Database } from '../db/schema.ts'
import { isDatabaseUp } from '../db/upkeep.ts'
import type { App } from '../edge/server.ts'

type OperationsContext = { db: Database; storage: Storage; stopping: AbortSignal | undefined }

/** For operators: readiness, liveness and the API description. */
export function operationRoutes(app: App, { db, storage, stopping }: OperationsContext): void {
  app.route({
    ...getReadiness,
    handler: async (_request, reply) => {
      const isUp = await isDatabaseUp(db)
      const isStopping = stopping?.aborted ?? false
      const data = { process: isStopping ? 'stopping' : 'running', database: isUp ? 'up' : 'down', ...storage } as const
      return reply.code(isUp && !isStopping ? 200 : 503).send({ data })
    },
  })
  app.get(urls.health, { schema: { hide: true } }, () => ({ status: 'ok' }))
  app.get(urls.openapi, { schema: { hide: true } }, () => app.swagger())
}
