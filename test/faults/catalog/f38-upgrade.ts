import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import { measuredOn, writeFigures } from '#harness/figures.ts'
import { freePort } from '#harness/free-port.ts'
import { ensureInstalled } from '#harness/install.ts'
import { onSeveral, plainlyAt, startNginx } from '#harness/nginx.ts'
import { createDatabase } from '#harness/postgres.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { check, postgresQuery } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal, type Outcome } from '../journal.ts'
import { CODE_PEPPER, type Machines, startMachines } from '../two-servers.ts'
import { failedOtherwise } from '../under-load.ts'
import { startClients } from '../visitors.ts'

const CLIENTS = 4
const PAUSE_MS = 2000
/** After 10 s, nginx retries a process that refused a request. */
const NOTICED_MS = 11_000

/** The image's contents, and releases made from it that each have their own file and one more migration. */
class Releases {
  readonly folder = mkdtempSync(join(tmpdir(), 'language-quiz-releases-'))
  #made = 0

  constructor() {
    execFileSync(process.execPath, ['workshop/build/image.ts', join(this.folder, '0')])
  }

  /** The file that a release's pages request. */
  static readonly asset = (release: number) => `${urls.static}assets/release-${release}.js`

  get last(): { path: string; number: number } {
    return { path: join(this.folder, String(this.#made)), number: this.#made }
  }

  next(): { path: string; number: number } {
    const { path: before } = this.last
    this.#made += 1
    const { path } = this.last
    // Hard links, so each copy appears immediately.
    execFileSync('cp', ['-al', before, path])
    if (this.#made > 1) rmSync(join(path, `dist/web/assets/release-${this.#made - 1}.js`))
    writeFileSync(join(path, `dist/web/assets/release-${this.#made}.js`), '')
    writeFileSync(
      join(path, `db/migrations/9${String(this.#made).padStart(3, '0')}-release.sql`),
      `alter table assessments add column release_${this.#made} text; create index release_${this.#made} on assessments (release_${this.#made});`,
    )
    return this.last
  }

  remove = () => rmSync(this.folder, { recursive: true, force: true })
}

type Start = (release: { path: string }, port: number) => Promise<RunningServer>
type Upgrade = (servers: RunningServer[], start: Start, releases: Releases) => Promise<string[]>

/**
 * Requests each of these files, bypassing the cache.
 * @returns those that failed
 */
async function missing(origin: string, assets: readonly string[]): Promise<string[]> {
  const ask = async (path: string, time: number) => {
    const { status } = await fetch(`${origin}${path}?${Date.now()}-${time}`)
    return status === 200 ? [] : [`${path}: ${status}`]
  }
  return (await Promise.all([0, 1, 2, 3].flatMap((time) => assets.map((path) => ask(path, time))))).flat()
}

const portOf = (server: RunningServer) => Number(new URL(server.origin).port)

async function endOf(server: RunningServer): Promise<void> {
  await server.stop()
  const { exitCode } = server.process
  if (exitCode !== 0) throw new Error(`A process ended with ${exitCode}.`)
}

/** One machine: starts the new release on the other port, then stops the old one. */
const onOneMachine =
  (ports: readonly [number, number]): Upgrade =>
  async (servers, start, releases) => {
    const [old] = servers as [RunningServer]
    const fresh = await start(releases.next(), portOf(old) === ports[0] ? ports[1] : ports[0])
    servers[0] = fresh
    await endOf(old)
    return []
  }

/** Several machines: one after another, while clients request files of both releases. */
const onTwoMachines =
  (origin: string): Upgrade =>
  async (servers, start, releases) => {
    const before = releases.last.number
    const release = releases.next()
    const assets = [before, release.number].filter((number) => number > 0).map(Releases.asset)
    const broken: string[] = []
    for (const [index, old] of servers.entries()) {
      await endOf(old)
      servers[index] = await start(release, portOf(old))
      await sleep(NOTICED_MS)
      if (index === 0) broken.push(...(await missing(origin, assets)))
    }
    return broken
  }

/** The cost of an upgrade without a second process. */
const inPlace: Upgrade = async (servers, start, releases) => {
  const [old] = servers as [RunningServer]
  await endOf(old)
  servers[0] = await start(releases.next(), portOf(old))
  return []
}

/** Requests pages with all their files, one after another, until stopped. */
async function readPages(origin: string, signal: AbortSignal): Promise<string[]> {
  const broken: string[] = []
  const get = async (path: string) => {
    const reply = await fetch(`${origin}${path}`).catch(() => undefined)
    if (reply?.status !== 200) broken.push(`${path}: ${reply?.status ?? 'no reply'}`)
    return (await reply?.text()) ?? ''
  }
  while (!signal.aborted) {
    const page = await get(urls.landing)
    const files = new Set(page.match(/(?<=(?:src|href)=")\/static\/[^"]+/g))
    await Promise.all([...files].map(get))
    await sleep(100)
  }
  return broken
}

type Trial = Tally & { outcomes: readonly Outcome[] }

async function upgrades(
  machines: Machines,
  releases: Releases,
  {
    count,
    processes,
    upgrade,
    mayFail,
  }: {
    count: number
    processes: 1 | 2
    upgrade: (ports: readonly [number, number], origin: string) => Upgrade
    mayFail: boolean
  },
): Promise<Trial> {
  const databaseUrl = await createDatabase(machines.postgres.url, `upgraded_${releases.last.number}`)
  const [ports, plainPort] = [[await freePort(), await freePort()] as const, await freePort()]
  const origin = `http://127.0.0.1:${plainPort}`
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: machines.redis.url,
    CODE_PEPPER,
    PUBLIC_URL: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    STOP_NOTICE_SECONDS: '1',
    NODE_ENV: 'production',
  }
  const start: Start = ({ path }, port) => startServer({ mode: 'serve', release: path, port, env })
  const servers: RunningServer[] = []
  for (const port of ports.slice(0, processes)) servers.push(await start(releases.last, port))
  const several = processes === 2 ? onSeveral([]) : (text: string) => text
  const nginx = await startNginx(ports, (text) => plainlyAt(plainPort)(several(text)))
  const journal = await Journal.create()
  const end = new AbortController()
  const clients = startClients(origin, journal, { count: CLIENTS, signal: end.signal })
  const pages = readPages(origin, end.signal)
  const broken: string[] = []
  for (let n = 0; n < count; n++) {
    await sleep(PAUSE_MS)
    broken.push(...(await upgrade(ports, origin)(servers, start, releases)))
  }
  await sleep(PAUSE_MS)
  end.abort()
  await clients
  const unread = await pages
  const checked = await check(journal, { origin, query: postgresQuery(databaseUrl) })
  const outcomes = journal.outcomes()
  if (!mayFail) broken.push(...failedOtherwise(outcomes, []), ...unread)
  const exits = servers.filter(({ process }) => process.exitCode !== null).length
  await journal.close()
  await nginx.stop()
  await Promise.all(servers.map((server) => server.stop()))
  return { injections: count, ...checked, exits, broken, outcomes }
}

async function run(count: number): Promise<Tally> {
  await ensureInstalled('nginx')
  const machines = await startMachines()
  const releases = new Releases()
  const half = Math.ceil(count / 2)
  const one = { count: half, processes: 1, upgrade: onOneMachine, mayFail: false } as const
  const two = {
    count: count - half,
    processes: 2,
    upgrade: (_: unknown, origin: string) => onTwoMachines(origin),
    mayFail: false,
  } as const
  const alone = { count: 1, processes: 1, upgrade: () => inPlace, mayFail: true } as const
  const trials: Trial[] = []
  for (const trial of [one, two, alone]) trials.push(await upgrades(machines, releases, trial))
  releases.remove()
  await machines.stop()

  const [first, second, third] = trials as [Trial, Trial, Trial]
  const cut = third.outcomes.filter(({ status }) => status === 0 || status >= 400)
  const secondsCut = ((cut.at(-1)?.at ?? 0) - (cut[0]?.at ?? 0)) / 1000
  const asked = (first.outcomes.length + second.outcomes.length).toLocaleString('en')
  const failed = failedOtherwise([...first.outcomes, ...second.outcomes], []).length
  writeFigures('docs/operating.md', 'upgrade', [
    `${first.injections} upgrades of one machine and ${second.injections} of two under load, each with a migration: ${failed} of ${asked} requests failed. With an in-place restart instead, the same load got 502 for ${secondsCut.toFixed(1)} s, ${cut.length} times (\`npm run faults -- F38\`, ${measuredOn()}).`,
  ])
  const sum = (name: 'acknowledged' | 'lost' | 'wrong' | 'exits') => trials.reduce((all, trial) => all + trial[name], 0)
  return {
    injections: count,
    acknowledged: sum('acknowledged'),
    lost: sum('lost'),
    wrong: sum('wrong'),
    exits: sum('exits'),
    broken: trials.flatMap(({ broken }) => broken),
  }
}

export const upgrade: Fault = {
  id: 'F38',
  title: 'an upgrade with a migration under load, of one machine with two ports and of two machines, behind nginx',
  limit: 'no request fails; a page of either release gets its files',
  count: 6,
  run,
}
