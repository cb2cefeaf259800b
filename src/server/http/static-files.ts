import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { urls } from '#contract/urls.ts'
import { ROOT } from '../files.ts'
import { keysWithoutDensePicture } from './dense-pictures.ts'
import type { App } from './server.ts'

const FOLDERS = [new URL('dist/web/', ROOT), new URL('public/', ROOT)]
const YEAR_SECONDS = 365 * 24 * 3600

/**
 * Serves the build and public/. Built files have content hashes in their names, and fonts have their version, so they
 * are cached for a year. If the specified file of a picture was replaced on its own, dense screens get it too.
 */
export async function staticFiles(app: App, folders = FOLDERS): Promise<void> {
  await app.register(fastifyStatic, {
    root: folders.map((folder) => fileURLToPath(folder)),
    prefix: urls.static,
    index: false,
    // The build's manifest is in .vite.
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const cacheControl = /\/dist\/web\/assets\/|\/fonts\//.test(path)
        ? `public, max-age=${YEAR_SECONDS}, immutable`
        : 'public, max-age=86400'
      reply.header('cache-control', cacheControl)
      // Other sites' pages load this script (docs/embedding.md).
      if (path.includes('/embed.js')) reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })
  for (const key of keysWithoutDensePicture(folders)) {
    const file = urls.picture(key).slice(urls.static.length)
    app.get(urls.pictureTwice(key), (_request, reply) => reply.sendFile(file))
  }
}
