import { randomInt } from 'node:crypto'
import { createApp } from './app.ts'
import { loadBanks } from './banks.ts'
import { openEmbedded } from './db/open.ts'
import { readSettings } from './env.ts'
import { loadBuiltSite } from './pages/built-site.ts'

const STOP_MS = 10_000

try {
  const settings = readSettings(process.env)
  const banks = loadBanks()
  const site = await loadBuiltSite()
  const { db, close } = await openEmbedded(settings.DATA_DIR)
  const random = () => randomInt(2 ** 32) / 2 ** 32
  const app = await createApp({ db, banks, random, site, settings })
  console.log(
    `Language Assessment: ${await app.listen({ port: settings.PORT, host: settings.HOST })}/languageassessment`,
  )

  const stop = async () => {
    setTimeout(() => process.exit(1), STOP_MS).unref()
    await app.close()
    await close()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
