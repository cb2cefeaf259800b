import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import { readSettings } from '#settings/read.ts'
import type { Settings } from '#settings/settings.ts'
import type { Dependencies } from '../app.ts'
import { systemRandom } from '../attempts/random.ts'
import { readBanks } from '../banks/banks.ts'
import { readBrand } from '../brand/read-brand.ts'
import { openDatabase } from '../db/connection/open.ts'
import { DEMO } from '../db/tables/imports.ts'
import { findTeacherIds } from '../db/tables/teacher-imports.ts'
import { formatLine, standardLog } from '../http/logging.ts'
import type { App } from '../http/server.ts'
import { eventCollector } from '../jobs/event-collector.ts'
import { startOutbox } from '../jobs/outbox.ts'
import { resultsWebhook } from '../jobs/results-webhook.ts'
import { startRetention } from '../jobs/retention.ts'
import { createRegistry, retentionTimes, serveMetrics } from '../metrics/metrics.ts'
import { loadBuiltSite } from '../pages/built-site.ts'
import { configuredSender } from '../sign-in/senders.ts'

/** A page whose URL is printed at startup. */
type Announced = { name: string; path: string }

const QUIZ: Announced = { name: 'Language Assessment', path: urls.landing }

export type Program = {
  environment: Record<string, string | undefined>
  /** Creates the app that this process serves. */
  makeApp: (dependencies: Dependencies) => Promise<App>
  announced?: readonly Announced[]
  isProduction?: boolean
}

/**
 * Runs a server with the settings of `environment` until SIGTERM or SIGINT. If startup fails, prints one message and
 * exits with 1.
 */
export async function run(program: Program): Promise<void> {
  try {
    const { isProduction = false } = program
    const settings = readSettings(program.environment, { isProduction, isForVisitors: isProduction })
    await serve(program, settings)
  } catch (error) {
    sayLast(reasonOf(error), program.isProduction)
    process.exit(1)
  }
}

/** A HOST reachable only from this machine. */
const LOOPBACK = /^(localhost|127\.|::1$)/

/** Postgres: data_corrupted, index_corrupted. */
const DAMAGED: readonly unknown[] = ['XX001', 'XX002']

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && DAMAGED.includes(error.code)
    ? `The database files are damaged: ${error.message}. Check the disk and restore the latest backup.`
    : error.message
}

/** The first cleanup waits until the first requests have been served. */
const RETENTION_AFTER_MS = 3000

/** Prints why startup failed: as text on a terminal, otherwise as a log line. */
function sayLast(message: string, isProduction = false): void {
  console.error(isProduction && !process.stderr.isTTY ? formatLine(60, message).trim() : message)
}

async function serve({ makeApp, announced = [], isProduction = false }: Program, settings: Settings): Promise<void> {
  const banks = readBanks()
  const brand = readBrand(settings.BRAND_DIR)
  const site = { ...(await loadBuiltSite()), brand }
  const { close, ...database } = await openDatabase(settings)
  if (isProduction && (await findTeacherIds(database.db, DEMO.issuer)).size > 0)
    throw new Error('The demo has used this database. Set DATABASE_URL to one without demo accounts.')
  const registry = createRegistry(settings)
  const closeMetrics = await serveMetrics(settings, registry)
  const stopping = new AbortController()
  const app = await makeApp({
    ...database,
    registry,
    banks,
    random: systemRandom,
    site,
    sender: await configuredSender(settings, brand),
    settings,
    stopping: stopping.signal,
  })
  const address = await app.listen({ port: settings.PORT, host: settings.HOST })
  const say = (line: string) => (isProduction ? standardLog.write(formatLine(30, line)) : console.log(line))
  for (const { name, path } of [QUIZ, ...announced]) say(`${name}: ${settings.PUBLIC_URL || address}${path}`)
  if (settings.PUBLIC_URL) say(`Listening on ${address}`)
  if (isProduction && settings.TRUSTED_PROXIES.length === 0 && !LOOPBACK.test(settings.HOST))
    app.log.warn('TRUSTED_PROXIES is empty: run this behind a proxy that buffers requests and replies.')
  const { db } = database
  const retention = sleep(RETENTION_AFTER_MS, undefined, { signal: stopping.signal }).then(
    () => startRetention(db, settings, app.log, retentionTimes(registry)),
    () => undefined,
  )
  const receivers = { results: resultsWebhook(db, settings), events: eventCollector(db, settings) }
  const stopOutbox = startOutbox(db, receivers, app.log)
  stopOnSignal({
    app,
    stopping,
    onSignal: (signal) => say(`Stopping on ${signal}`),
    noticeMs: settings.STOP_NOTICE_SECONDS * 1000,
    close: async () => {
      closeMetrics()
      const stopRetention = await retention
      await Promise.all([stopOutbox(), stopRetention?.()])
      await close()
    },
  })
}

/** Requests still running this long after the signal are aborted. */
const DRAIN_MS = 8000
/** The process exits this long after the signal, even if something is still running. */
const MAX_STOP_MS = 9500

type StopOptions = {
  app: App
  /** Aborted at the signal: /readyz and open connections react to it. */
  stopping: AbortController
  onSignal: (signal: string) => void
  noticeMs: number
  /** Closes the resources of requests, once none are left. */
  close: () => Promise<void>
}

/**
 * At the first SIGTERM or SIGINT: fails /readyz, keeps serving for `noticeMs` so that load balancers and clients move
 * away, stops listening, finishes open requests, and exits with 0, all within 10 s. Later signals have no effect.
 */
function stopOnSignal({ app, stopping, onSignal, noticeMs, close }: StopOptions): void {
  const stop = async (signal: string) => {
    if (stopping.signal.aborted) return
    onSignal(signal)
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
    setTimeout(() => process.exit(1), MAX_STOP_MS).unref()
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
