import { randomInt } from 'node:crypto'
import { urls } from '#contract/urls.ts'
import type { App, Dependencies } from './app.ts'
import { configuredSender } from './auth/configured-sender.ts'
import { loadBanks } from './banks.ts'
import { startCleanup } from './cleanup.ts'
import { openDatabase } from './db/open.ts'
import { readSettings } from './env.ts'
import { startForwarder } from './events/forwarder.ts'
import { loadBuiltSite } from './pages/built-site.ts'

const STOP_MS = 10_000

/** A page that the start prints. */
type Announced = { name: string; path: string }

const QUIZ: Announced = { name: 'Language Assessment', path: urls.landing }

export type Process = {
  environment: Record<string, string | undefined>
  /** The app as this process serves it. */
  makeApp: (dependencies: Dependencies) => Promise<App>
  announced?: readonly Announced[]
  isProduction?: boolean
}

/** Runs a server from the environment's settings until SIGTERM or SIGINT; a start that fails says why in one message and exits with 1. */
export async function run({ environment, makeApp, announced = [], isProduction = false }: Process): Promise<void> {
  try {
    const settings = readSettings(environment, { isProduction })
    const banks = loadBanks(settings.LEVEL_RULE)
    const site = await loadBuiltSite()
    const { db, storage, close } = await openDatabase(settings)
    const random = () => randomInt(2 ** 32) / 2 ** 32
    const app = await makeApp({ db, storage, banks, random, site, sender: configuredSender(settings), settings })
    const address = await app.listen({ port: settings.PORT, host: settings.HOST })
    for (const { name, path } of [QUIZ, ...announced]) console.log(`${name}: ${address}${path}`)
    if (storage.durability === 'unsynced')
      app.log.warn('The database acknowledges what is not on disk yet: a loss of power may lose the last answers.')
    const stopCleanup = startCleanup(db, settings, app.log)
    const stopForwarder = startForwarder(db, settings, app.log)

    const stop = async () => {
      setTimeout(() => process.exit(1), STOP_MS).unref()
      await app.close()
      await Promise.all([stopCleanup(), stopForwarder()])
      await close()
      process.exit(0)
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
