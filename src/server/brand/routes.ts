import type { FastifyInstance } from 'fastify'
import { urls } from '#contract/urls.ts'
import type { BrandFolder } from './read-brand.ts'

/** Serves the brand's files, and a manifest with its name and logo in place of ours. */
export function brandRoutes(app: Pick<FastifyInstance, 'get'>, { names, logo, files }: BrandFolder): void {
  const manifest = {
    name: names.en,
    start_url: urls.landing,
    display: 'browser',
    icons: files
      .filter(({ address }) => address === logo)
      .map(({ address, type }) => ({ src: address, type, sizes: 'any' })),
  }
  const [address, type] = [`${urls.static}icons/site.webmanifest`, 'application/manifest+json']
  for (const file of [...files, { address, type, content: JSON.stringify(manifest) }])
    app.get(file.address, (_request, reply) =>
      reply.type(file.type).header('cache-control', 'public, max-age=86400').send(file.content),
    )
}
