import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import { freePort } from '#harness/free-port.ts'
import { ensureInstalled } from '#harness/install.ts'
import { createDatabase } from '#harness/postgres.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { check, postgresQuery } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal } from '../journal.ts'
import { CODE_PEPPER, startMachines } from '../two-servers.ts'
import { failedOtherwise } from '../under-load.ts'
import { startClients } from '../visitors.ts'

const PROCESSES = 4
const CLIENTS = 8
const PAUSE_MS = 5000
/** Long enough for the balancer to check the process again. */
const NOTICED_MS = 2000

const configuration = (port: number, ports: readonly number[]) => `
defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server 30s
  option redispatch
  option httpchk GET ${urls.ready}
  timeout check 2s
  default-server check inter 500ms fall 2 rise 1
frontend quiz
  bind 127.0.0.1:${port}
  default_backend processes
backend processes
  balance roundrobin
${ports.map((one) => `  server p${one} 127.0.0.1:${one}`).join('\n')}
`

/** HAProxy at `origin` in front of the processes, configured as an operator would. @returns a function that stops it */
async function startBalancer(origin: string, ports: readonly number[]): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-balancer-'))
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(Number(new URL(origin).port), ports))
  const [haproxy = ''] = await ensureInstalled('HAProxy')
  const proxy = spawn(haproxy, ['-f', file], { stdio: 'ignore' })
  for (let waited = 0; waited < 10_000; waited += 100) {
    const reply = await fetch(`${origin}${urls.ready}`).catch(() => undefined)
    if (reply?.status === 200) break
    await sleep(100)
  }
  return async () => {
    proxy.kill('SIGKILL')
    await once(proxy, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(count: number): Promise<Tally> {
  const { postgres, redis, stop } = await startMachines()
  const databaseUrl = await createDatabase(postgres.url, randomUUID())
  const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort))
  const origin = `http://127.0.0.1:${await freePort()}`
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    CODE_PEPPER,
    TRUSTED_PROXIES: '127.0.0.1',
    // Public reports show it.
    PUBLIC_URL: origin,
  }
  const start = (port: number) => startServer({ mode: 'serve', port, env })
  const servers: RunningServer[] = await Promise.all(ports.map(start))
  const stopBalancer = await startBalancer(origin, ports)
  const journal = await Journal.create()
  const end = new AbortController()
  const clients = startClients(origin, journal, { count: CLIENTS, signal: end.signal })
  const kills: number[] = []
  let exits = 0
  for (let n = 0; n < count; n++) {
    await sleep(PAUSE_MS)
    exits += servers.filter(({ process }) => process.exitCode !== null).length
    const victim = servers[n % PROCESSES] as RunningServer
    kills.push(Date.now())
    victim.process.kill('SIGKILL')
    await once(victim.process, 'exit')
    servers[n % PROCESSES] = await start(ports[n % PROCESSES] as number)
  }
  end.abort()
  await clients
  const checked = await check(journal, { origin, query: postgresQuery(databaseUrl) })
  // The balancer's own error for a dead process, or a closed connection.
  const outcomes = journal.outcomes()
  const broken = failedOtherwise(outcomes, [0, 502, 503])
  const failed = outcomes.filter(({ status }) => status === 0 || status >= 400)
  const atOtherTimes = failed.filter(({ at }) => !kills.some((kill) => at >= kill && at < kill + NOTICED_MS))
  if (failed.length > count * CLIENTS) broken.push(`${failed.length} requests failed, more than were in flight`)
  if (atOtherTimes.length > 0) broken.push(`${atOtherTimes.length} requests failed while no process was killed`)
  await journal.close()
  await stopBalancer()
  await Promise.all(servers.map((server) => server.stop()))
  await stop()
  return { injections: count, ...checked, exits, broken }
}

export const balancer: Fault = {
  id: 'F34',
  title: `one of ${PROCESSES} processes behind HAProxy killed every 5 s`,
  limit: 'nothing lost; at most the requests in flight fail, and succeed when retried',
  count: 20,
  run,
}
