import type { FastifyInstance } from 'fastify'
import { urls } from '#contract/urls.ts'
import type { BrandFolder } from './read-brand.ts'

const CACHED_FOR_A_DAY = 'public, max-age=86400'

/** Serves the brand's files, and in place of our manifest one with its name and icon. */
export function brandFiles(app: Pick<FastifyInstance, 'get'>, { names, icon, files }: BrandFolder): void {
  for (const { address, type, content } of files)
    app.get(address, { schema: { hide: true } }, (_request, reply) =>
      reply.type(type).header('cache-control', CACHED_FOR_A_DAY).send(content),
    )
  // The manifest's addresses are relative to its own, so that they hold below any BASE_PATH.
  const icons = files
    .filter(({ address }) => address === icon)
    .map(({ address, type }) => ({ src: `../${address.slice(urls.static.length)}`, type, sizes: 'any' }))
  const manifest = { name: names.en, start_url: `../..${urls.landing}`, display: 'browser', icons }
  app.get(`${urls.static}icons/site.webmanifest`, { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', CACHED_FOR_A_DAY).send(manifest),
  )
}
