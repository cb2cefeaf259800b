import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import { FetchBrowser } from '#harness/peers/fetch-browser.ts'
import { type MailPeer, startMail } from '#harness/peers/mail-and-sms.ts'
import type { RedisServer } from '#harness/redis.ts'
import type { Fault, Tally } from '../fault.ts'
import { codeFor } from '../two-origins.ts'
import { type Machines, startMachines, startTwoServers, type TwoServers } from '../two-servers.ts'

const LIMIT = 5
const TRIES = 5
/** The catalog's limit. */
const MAX_MS = 1000
const PROCESSES = 2

type Trouble = {
  name: string
  isAtStart?: boolean
  cause: (redis: RedisServer) => Promise<void> | void
  repair: (redis: RedisServer) => Promise<void> | void
}

const TROUBLES: Trouble[] = [
  { name: 'absent at startup', isAtStart: true, cause: (redis) => redis.kill(), repair: (redis) => redis.start() },
  { name: 'killed', cause: (redis) => redis.kill(), repair: (redis) => redis.start() },
  { name: 'stopped', cause: (redis) => redis.freeze(), repair: (redis) => redis.thaw() },
  { name: 'emptied', cause: (redis) => void redis.command('FLUSHALL'), repair: () => undefined },
  {
    name: 'out of memory',
    cause: (redis) => void redis.command('CONFIG', 'SET', 'maxmemory', '1'),
    repair: (redis) => void redis.command('CONFIG', 'SET', 'maxmemory', '0'),
  },
  {
    name: 'read-only',
    cause: (redis) => void redis.command('REPLICAOF', '127.0.0.1', '9'),
    repair: (redis) => void redis.command('REPLICAOF', 'NO', 'ONE'),
  },
  {
    name: 'restarted',
    cause: async (redis) => {
      await redis.kill()
      await redis.start()
    },
    repair: () => undefined,
  },
]

let addresses = 0
/** A new address that no limit has counted yet. */
const newAddress = () => `10.0.${++addresses >> 8}.${addresses & 255}`

type World = { two: TwoServers; mail: MailPeer; tally: Tally; report: (error: string) => void }

/** One request. Slower than the catalog allows counts as broken. */
async function timed({ report }: World, what: string, url: string, init?: RequestInit): Promise<number> {
  const begun = performance.now()
  const reply = await fetch(url, init)
  await reply.arrayBuffer()
  const ms = performance.now() - begun
  if (ms > MAX_MS) report(`${what} took ${Math.round(ms)} ms`)
  return reply.status
}

async function startAttempt(world: World, n: number, from: string): Promise<number> {
  const { origin } = world.two.servers[n % PROCESSES] as { origin: string }
  return timed(world, 'a start', `${origin}${urls.attempts}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: '{"language":"english"}',
  })
}

/** How many starts from one new address both processes let through. */
async function countAllowed(world: World): Promise<number> {
  const from = newAddress()
  let allowed = 0
  for (let n = 0; n < 3 * LIMIT; n++) {
    const status = await startAttempt(world, n, from)
    if (status === 201) allowed++
    else if (status !== 429) world.report(`a start got ${status}`)
  }
  world.tally.acknowledged += allowed
  return allowed
}

/** Simultaneous tries at a code on both processes, which the database counts exactly. */
async function tryCode({ two, mail, tally, report }: World): Promise<void> {
  const origins = two.servers.map(({ origin }) => origin)
  const browser = new FetchBrowser()
  // Each from a different address, because an address may sign in only a few times per minute.
  const headers = () => ({ 'x-forwarded-for': newAddress() })
  const from = { origin: origins[0] as string, others: origins, mail, headers: headers() }
  const { id, wrong, code } = await codeFor(browser, `redis${newAddress()}@example.com`, from)
  tally.acknowledged++
  const redeem = (typed: string, n: number) =>
    browser.send('POST', `${origins[n % PROCESSES]}${urls.sessions}`, { challenge_id: id, code: typed }, headers())
  const replies = await Promise.all(Array.from({ length: 2 * TRIES }, (_, n) => redeem(wrong, n)))
  const counted = replies.filter(({ status }) => status === 422).length
  const after = await redeem(code, 1)
  if (counted !== TRIES || after.status !== 410) tally.wrong++
  if (replies.some(({ status }) => status !== 422 && status !== 410)) report('a try at a code got another status')
}

const MAX_RETURN_MS = 15_000

/** Waits until both processes count together again. */
async function untilTogether(world: World): Promise<void> {
  const end = performance.now() + MAX_RETURN_MS
  while (performance.now() < end) {
    if ((await countAllowed(world)) === LIMIT) return
    await sleep(200)
  }
  world.report('the processes did not count together again')
}

async function look(world: World): Promise<void> {
  const { report, two } = world
  for (const { origin } of two.servers) {
    const status = await timed(world, 'a page', `${origin}${urls.quiz}`)
    if (status !== 200) report(`a page got ${status}`)
  }
  const allowed = await countAllowed(world)
  if (allowed < LIMIT || allowed > PROCESSES * LIMIT) report(`${allowed} let through`)
  await tryCode(world)
}

async function run(count: number): Promise<Tally> {
  const tally: Tally = { injections: 0, acknowledged: 0, lost: 0, wrong: 0, exits: 0, broken: [] }
  const [machines, mail] = await Promise.all([startMachines(), startMail()])
  const { redis }: Machines = machines
  const start = () =>
    startTwoServers(machines, () => ({
      SMTP_URL: mail.url,
      ASSESSMENTS_PER_HOUR: String(LIMIT),
      MAILS_PER_DAY: '1000000',
      TRUSTED_PROXIES: '127.0.0.1',
    }))
  let two = await start()
  for (let n = 0; n < count; n++) {
    const { name, isAtStart, cause, repair } = TROUBLES[n % TROUBLES.length] as Trouble
    const report = (error: string) => tally.broken.push(`${name}: ${error}`)
    if (!isAtStart) await untilTogether({ two, mail, tally, report })
    await cause(redis)
    if (isAtStart) {
      await two.stop()
      two = await start()
    }
    tally.injections++
    const world = { two, mail, tally, report }
    await look(world)
    await repair(redis)
    await untilTogether(world)
    tally.exits += two.exits()
  }
  await two.stop()
  await Promise.all([machines.stop(), mail.close()])
  return tally
}

export const redisFaults: Fault = {
  id: 'F17',
  title: `Redis ${TROUBLES.map(({ name }) => name).join(', ')}`,
  limit: 'pages 200, no request over 1 s, limits at most doubled on two processes, tries at codes counted exactly',
  count: 35,
  run,
}
