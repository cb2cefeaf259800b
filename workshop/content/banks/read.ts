/**
 * Shows the items of a bank one after another as a visitor sees them, on a page of its own.
 *   npm run banks -- read --language french [--level B2] [--item 137] [--port 4100]
 *   npm run banks -- read --language french --blind --reader "name" [--unconfirmed]
 *   npm run banks -- read --language french --share [--address https://read.example.org]
 * Key, point and notes are shown on demand. --blind shows none of them, asks for a judgment of every item that this
 * reader has not read as it stands (--unconfirmed: only of those that no reading confirms), and appends the judgments
 * to data/readings. --share prints a link for readers on other machines, who read blind on their phones, in the bank's
 * own language; what they say waits beside the readings for `npm run banks -- record --shared`.
 */
import { readFileSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import middie from '@fastify/middie'
import { createServer } from 'vite'
import type { Language } from '#quiz/languages.ts'
import { systemRandom } from '#server/attempts/random.ts'
import { READINGS_FOLDER } from '../readings.ts'
import { startBlindSession } from './blind-session.ts'
import { bankFile, readLanguageBank } from './check/language-bank.ts'
import { openPage } from './open-entries.ts'
import { type ReadArguments, readArguments } from './read-arguments.ts'
import { createReadingServer } from './reading-server.ts'
import { shareBank } from './share.ts'

type Shown = ReadArguments['shown']
type Served = Parameters<typeof createReadingServer>[0]

function prepare(language: Language, shown: Exclude<Shown, { mode: 'shared' }>): Served {
  const common = { language, folder: READINGS_FOLDER, random: systemRandom }
  if (shown.mode === 'open') {
    const open = { ...common, ...shown }
    // What cannot be shown is said here and not on the page.
    openPage(open)
    return { open }
  }
  const blind = startBlindSession(readLanguageBank(language).items, { ...common, ...shown })
  if (blind.page().entries.length === 0) throw new Error(`Nothing is left to read for “${shown.reader}”.`)
  return { blind }
}

async function serve(served: Served, language: Language, port: number): Promise<void> {
  const app = createReadingServer(served)
  const vite = await createServer({
    appType: 'custom',
    configLoader: 'native',
    // Its own cache: `npm run dev` may run at the same time.
    cacheDir: '.cache/reading-page',
    logLevel: 'warn',
    optimizeDeps: { entries: ['workshop/content/banks/reading-page/start.tsx'] },
    // Only a change of the bank reloads the page, and never that of a blind reader who is writing a judgment.
    server: { middlewareMode: true, hmr: { server: app.server }, watch: null },
  })
  if ('open' in served)
    watch(dirname(bankFile(language)), (_event, file) => {
      if (file === basename(bankFile(language))) vite.ws.send({ type: 'full-reload' })
    }).unref()
  const template = readFileSync(new URL('reading-page/page.html', import.meta.url), 'utf8')
  app.get('/', async (_request, reply) => {
    reply.type('text/html; charset=utf-8')
    return vite.transformIndexHtml('/', template)
  })
  await app.register(middie)
  app.use(vite.middlewares)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      if ('blind' in served && served.blind.isUnsaved())
        console.log(`${served.blind.finish().readings} readings are recorded.`)
      await Promise.all([app.close(), vite.close()])
      process.exit(0)
    })
  console.log(`${await app.listen({ port, host: '127.0.0.1' })}/`)
  console.log(
    'blind' in served
      ? `${served.blind.page().entries.length} items to read. Ctrl+C records what was read and ends.`
      : 'A change of the bank appears at once. Ctrl+C ends.',
  )
}

async function share(language: Language, port: number, publicUrl: string | undefined): Promise<void> {
  const { links, close } = await shareBank({ language, port, publicUrl, folder: READINGS_FOLDER })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await close()
      process.exit(0)
    })
  console.log(`Send one of these links to your readers:\n${links.map((link) => `  ${link}`).join('\n')}`)
  console.log(
    `What they say is kept as they say it. Ctrl+C ends. Then: npm run banks -- record --language ${language} --shared`,
  )
}

try {
  const { language, port, shown } = readArguments(process.argv.slice(2))
  if (shown.mode === 'shared') await share(language, port, shown.publicUrl)
  else await serve(prepare(language, shown), language, port)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
