import { type Engine, getHealth, getOpenApi, getReadiness } from '#contract/operations.ts'
import { isDatabaseUp } from '../db/connection/open.ts'
import type { Database } from '../db/schema.ts'
import type { App } from '../http/server.ts'

type OperationsContext = { db: Database; engine: Engine; stopping: AbortSignal | undefined }

/** For operators: readiness, liveness, and the API description. */
export function operationRoutes(app: App, { db, engine, stopping }: OperationsContext): void {
  app.route({
    ...getReadiness,
    handler: async (_request, reply) => {
      const isUp = await isDatabaseUp(db)
      const isStopping = stopping?.aborted ?? false
      const data = { process: isStopping ? 'stopping' : 'running', database: isUp ? 'up' : 'down', engine } as const
      return reply.code(isUp && !isStopping ? 200 : 503).send({ data })
    },
  })
  app.route({ ...getHealth, handler: () => ({ status: 'ok' }) })
  app.route({ ...getOpenApi, handler: () => app.swagger() })
}
