import cluster from 'node:cluster'
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import type { Dependencies } from '../app.ts'
import { configuredSender } from '../auth/senders.ts'
import { loadBanks } from '../banks/banks.ts'
import { openDatabase } from '../db/open.ts'
import type { App } from '../edge/server.ts'
import { startRollUps } from '../insights/roll-ups.ts'
import { createRegistry, serveMetrics } from '../metrics/serve.ts'
import { loadBuiltSite } from '../pages/built-site.ts'
import { readSettings, type Settings } from '../settings.ts'
import { newSecret } from '../visitor/secret-cookie.ts'
import { startCleanup } from './cleanup.ts'
import { startForwarder } from './forward-events.ts'
import { runWorkers } from './workers.ts'

/** A page that the start prints. */
type Announced = { name: string; path: string }

const QUIZ: Announced = { name: 'Language Assessment', path: urls.landing }

export type Program = {
  environment: Record<string, string | undefined>
  /** The app as this process serves it. */
  makeApp: (dependencies: Dependencies) => Promise<App>
  announced?: readonly Announced[]
  isProduction?: boolean
}

/** Runs a server from the environment's settings until SIGTERM or SIGINT; a start that fails says why in one message and exits with 1. */
export async function run(program: Program): Promise<void> {
  try {
    const settings = readSettings(program.environment, { isProduction: program.isProduction ?? false })
    if (settings.WEB_CONCURRENCY > 1 && cluster.isPrimary) {
      await serveMetrics(settings)
      // Without a pepper in the settings the processes share one that lives no longer than they do.
      runWorkers(settings.WEB_CONCURRENCY, { CODE_PEPPER: settings.CODE_PEPPER || newSecret() })
    } else await serve(program, settings)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

async function serve({ makeApp, announced = [] }: Program, settings: Settings): Promise<void> {
  const banks = loadBanks(settings.LEVEL_RULE)
  const site = await loadBuiltSite()
  const { close, ...database } = await openDatabase(settings)
  const registry = createRegistry(settings)
  const closeMetrics = await serveMetrics(settings, registry)
  const random = () => randomInt(2 ** 32) / 2 ** 32
  const stopping = new AbortController()
  const app = await makeApp({
    ...database,
    registry,
    banks,
    random,
    site,
    sender: configuredSender(settings),
    settings,
    stopping: stopping.signal,
  })
  const address = await app.listen({ port: settings.PORT, host: settings.HOST })
  if (cluster.isPrimary || cluster.worker?.id === 1)
    for (const { name, path } of [QUIZ, ...announced]) console.log(`${name}: ${address}${path}`)
  if (database.storage.durability === 'unsynced')
    app.log.warn('The database acknowledges what is not on disk yet: a loss of power may lose the last answers.')
  const stopCleanup = startCleanup(database.db, settings, app.log)
  const stopRollUps = startRollUps(database.db, app.log)
  const stopForwarder = startForwarder(database.db, settings, app.log)
  stopOnSignal({
    app,
    stopping,
    noticeMs: settings.STOP_NOTICE_SECONDS * 1000,
    close: async () => {
      closeMetrics()
      await Promise.all([stopCleanup(), stopForwarder(), stopRollUps()])
      await close()
    },
  })
}

/** Requests still running so long after the signal are cut. */
const DRAIN_MS = 8000
/** What hangs so long after the signal is left behind. */
const LONGEST_STOP_MS = 9500

type Stoppable = {
  app: App
  /** Tells /readyz and open connections. */
  stopping: AbortController
  noticeMs: number
  /** Closes what the requests needed. */
  close: () => Promise<void>
}

/**
 * At the first SIGTERM or SIGINT: says so in /readyz, goes on serving for `noticeMs` so that balancers and connections move away, takes
 * nothing new, finishes what runs, and ends the process with 0, within 10 s. Further signals change nothing.
 */
export function stopOnSignal({ app, stopping, noticeMs, close }: Stoppable): void {
  const stop = async () => {
    if (stopping.signal.aborted) return
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref()
    stopping.abort()
    await sleep(noticeMs)
    await app.close()
    clearTimeout(cut)
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
