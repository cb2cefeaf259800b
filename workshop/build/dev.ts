/** `npm run dev`: the demo behind Vite. Web changes appear immediately; server changes restart it. */
import { existsSync } from 'node:fs'
import middie from '@fastify/middie'
import { createServer } from 'vite'
import {
  BROWSER_PARTS,
  type BrowserPart,
  type CatalogAddresses,
  catalogFile,
  DEFAULT_LOCALE,
  type Locale,
} from '#contract/locales.ts'
import { systemRandom } from '#server/attempts/random.ts'
import { readBanks } from '#server/banks/banks.ts'
import { readBrand } from '#server/brand/read-brand.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import { createDemoApp, DEMO_PAGES } from '#server/demo/app.ts'
import type { Site } from '#server/pages/site.ts'
import { readSettings } from '#settings/read.ts'

const settings = readSettings({ LOG_LEVEL: 'info', ...process.env })
const vite = await createServer({
  appType: 'custom',
  configLoader: 'native',
  server: { middlewareMode: true, hmr: { port: settings.PORT + 1 } },
})

const renderer = () =>
  vite.ssrLoadModule('/src/web/render.tsx') as Promise<Pick<Site, 'render' | 'describeReportPicture'>>

/** Vite's own scripts for a page's head. Its full HTML transform would also prefix every picture with the base. */
async function withViteScripts(html: string): Promise<string> {
  const scripts = (await vite.transformIndexHtml('/', '<head></head>')).replace(/<\/?head>/g, '')
  return html.replace('<head>', `<head>${scripts}`)
}

function addressOf(part: BrowserPart, locale: Locale): string {
  const own = catalogFile(part, locale)
  return `/static/${existsSync(own) ? own : catalogFile(part, DEFAULT_LOCALE)}?import`
}

const site: Site = {
  brand: readBrand(settings.BRAND_DIR),
  render: async (...page) => withViteScripts(await (await renderer()).render(...page)),
  describeReportPicture: async (...report) => (await renderer()).describeReportPicture(...report),
  scriptAddresses: (entry) => ({ src: `/static/${entry}`, preload: [] }),
  catalogs: (locale) =>
    Object.fromEntries(BROWSER_PARTS.map((part) => [part, addressOf(part, locale)])) as CatalogAddresses,
}

const { db, engine, close } = await openDatabase(settings)
const app = await createDemoApp({
  db,
  engine,
  banks: readBanks(),
  random: systemRandom,
  site,
  settings,
})
// Vite's own scripts and styles have no nonce.
app.addHook('onSend', async (_request, reply) => {
  reply.removeHeader('content-security-policy')
})
await app.register(middie)
app.use(vite.middlewares)
const address = await app.listen({ port: settings.PORT, host: settings.HOST })
console.log(`Language Assessment, development: ${address}/languageassessment`)
for (const { name, path } of DEMO_PAGES) console.log(`${name}: ${address}${path}`)

process.once('SIGTERM', async () => {
  await Promise.all([app.close(), vite.close()])
  await close()
  process.exit(0)
})
