import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, type PostgresServer, startPostgres } from '#harness/postgres.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { check, postgresQuery } from './check.ts'
import type { Tally } from './fault.ts'
import { Journal, type Outcome } from './journal.ts'
import { startClients } from './visitors.ts'

const CLIENTS = 8
/** Long enough for all clients to be in the middle of their tests. */
const BEFORE_MS = 1000

type World = { postgres: PostgresServer; url: string; server: RunningServer; journal: Journal }

type Options = {
  count: number
  /** More settings of the process on the database at `url`. */
  env?: (url: string) => Promise<Record<string, string>>
  /** Injects the fault once. @returns what is broken */
  inject: (world: World) => Promise<string[]>
  /** Checks the outcome of every request. @returns what is broken */
  judge: (outcomes: readonly Outcome[]) => string[]
  /** After an injection. */
  pauseMs: number
}

/**
 * Injects a fault `count` times into a process with its own Postgres while clients take tests, then checks everything
 * that was acknowledged.
 */
export async function underLoad({ count, env, inject, judge, pauseMs }: Options): Promise<Tally> {
  const postgres = await startPostgres()
  const url = await createDatabase(postgres.url, 'app')
  const server = await startServer({ mode: 'serve', env: { DATABASE_URL: url, ...(await env?.(url)) } })
  const journal = await Journal.create()
  const end = new AbortController()
  const clients = startClients(server.origin, journal, { count: CLIENTS, signal: end.signal })
  const broken: string[] = []
  await sleep(Math.min(pauseMs, BEFORE_MS))
  for (let injection = 0; injection < count; injection++) {
    broken.push(...(await inject({ postgres, url, server, journal })))
    await sleep(pauseMs)
  }
  end.abort()
  await clients
  const checked = await check(journal, { origin: server.origin, query: postgresQuery(url) })
  broken.push(...judge(journal.outcomes()))
  const exits = server.process.exitCode === null && server.process.signalCode === null ? 0 : 1
  await journal.close()
  await server.stop()
  await postgres.stop()
  return { injections: count, ...checked, exits, broken }
}

/** Requests that failed with a status other than `allowed`; 0 means no reply. */
export function failedOtherwise(outcomes: readonly Outcome[], allowed: readonly number[]): string[] {
  const bad = outcomes.filter(({ status }) => (status === 0 || status >= 400) && !allowed.includes(status))
  return bad.map(({ path, status }) => `${path}: ${status || 'no reply'}`)
}

/** Replies that took too long. */
export function slowerThan(outcomes: readonly Outcome[], longestMs: number): string[] {
  const slow = outcomes.filter(({ ms }) => ms > longestMs)
  return slow.map(({ path, status, ms }) => `${path}: ${status || 'no reply'} after ${ms} ms`)
}
