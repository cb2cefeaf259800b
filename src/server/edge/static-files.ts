import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { urls } from '#contract/urls.ts'
import type { App } from './server.ts'

const ROOT = new URL('../../../', import.meta.url)
const YEAR_SECONDS = 365 * 24 * 3600

/** Serves the build and public/. Built files have content hashes in their names, so they are cached for a year. */
export async function staticFiles(app: App): Promise<void> {
  await app.register(fastifyStatic, {
    root: [fileURLToPath(new URL('dist/web/', ROOT)), fileURLToPath(new URL('public/', ROOT))],
    prefix: urls.static,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const cacheControl = path.includes('/dist/web/assets/')
        ? `public, max-age=${YEAR_SECONDS}, immutable`
        : 'public, max-age=86400'
      reply.header('cache-control', cacheControl)
      // Other sites' pages load this script (docs/embedding.md).
      if (path.includes('/embed.js')) reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })
}
