/**
 * Previews the items of a bank one after another as a visitor sees them, on a local page. It shows key, point, and
 * notes on demand, and changes to the bank immediately.
 *   npm run banks -- read --language french [--level B2] [--item 137] [--port 4100]
 */

import { readFileSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { createServer, type Plugin } from 'vite'
import { LEVELS } from '#quiz/constants.ts'
import { isLanguage, LANGUAGES } from '#quiz/languages.ts'
import { isLevel } from '#quiz/levels.ts'
import { systemRandom } from '#server/attempts/random.ts'
import { bankFile } from './check/language-bank.ts'
import { type Preview, previewOf } from './preview/entries.ts'

/** The page at `/`, with the current bank. */
function page(load: () => Preview): Plugin {
  const html = readFileSync(new URL('preview/page.html', import.meta.url), 'utf8')
  return {
    name: 'preview',
    configureServer: (vite) => {
      vite.middlewares.use(async (request, response, next) => {
        if (request.url !== '/') return next()
        try {
          const json = JSON.stringify(load()).replaceAll('<', '\\u003c')
          const filled = html.replace('id="preview">', (start) => start + json)
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.end(await vite.transformIndexHtml('/', filled))
        } catch (error) {
          response.statusCode = 500
          response.end(error instanceof Error ? error.message : String(error))
        }
      })
    },
  }
}

try {
  const { values } = parseArgs({
    options: {
      language: { type: 'string' },
      level: { type: 'string' },
      item: { type: 'string' },
      port: { type: 'string', default: '4100' },
    },
  })
  const { language, level, port } = values
  if (!isLanguage(language)) throw new Error(`Set --language to one of ${LANGUAGES.join(', ')}.`)
  if (level !== undefined && !isLevel(level)) throw new Error(`Set --level to one of ${LEVELS.join(', ')}.`)
  const item = values.item === undefined ? undefined : Number(values.item)
  const load = () => previewOf({ language, level, item }, systemRandom)
  // Reports items that can't be shown before a server starts.
  load()
  const vite = await createServer({
    appType: 'custom',
    configLoader: 'native',
    // A separate cache, because `npm run dev` may run at the same time.
    cacheDir: '.cache/preview',
    logLevel: 'warn',
    optimizeDeps: { entries: ['workshop/content/banks/preview/start.tsx'] },
    plugins: [page(load)],
    server: { host: '127.0.0.1', port: Number(port), watch: null },
  })
  watch(dirname(bankFile(language)), (_event, file) => {
    if (file === basename(bankFile(language))) vite.ws.send({ type: 'full-reload' })
  }).unref()
  await vite.listen()
  console.log(
    `http://127.0.0.1:${vite.config.server.port}/\nChanges to the bank appear immediately. Press Ctrl+C to stop.`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
