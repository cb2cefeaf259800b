import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import { startWechatServer, type WechatServer } from '#harness/peers/wechat.ts'
import type { Fault, Tally } from '../fault.ts'
import { type Machines, startMachines, startTwoServers, type TwoServers } from '../two-servers.ts'

const STAMPEDE = 200
const LIFE_SECONDS = 10
const PUBLIC_URL = 'https://quiz.example'
/** A token and a ticket for each process. */
const CALLS = 4

type World = { two: TwoServers; wechat: WechatServer; tally: Tally; report: (error: string) => void }

/** The catalog's number of simultaneous signature requests, across both processes. @returns the statuses */
async function stampede({ two }: World): Promise<number[]> {
  const sign = async (_: unknown, n: number) => {
    const { origin } = two.servers[n % 2] as { origin: string }
    const reply = await fetch(`${origin}${urls.wechatJsApi}?url=${PUBLIC_URL}/`)
    await reply.arrayBuffer()
    return reply.status
  }
  return Promise.all(Array.from({ length: STAMPEDE }, sign))
}

const all = (statuses: readonly number[], wanted: number) => statuses.every((status) => status === wanted)
const ticketCalls = ({ wechat }: World) => wechat.requests.filter(({ path }) => path.includes('ticket')).length

const TROUBLES: ((world: World) => Promise<void>)[] = [
  async function atOnce(world) {
    if (!all(await stampede(world), 200)) world.report('a stampede: not all signed')
    if (world.wechat.requests.length !== CALLS) world.report(`a stampede: ${world.wechat.requests.length} calls`)
  },

  async function expired(world) {
    world.wechat.lifeSeconds = LIFE_SECONDS
    await stampede(world)
    await sleep(LIFE_SECONDS * 1000 + 200)
    if (!all(await stampede(world), 200)) world.report('expired: not all signed')
    if (ticketCalls(world) !== CALLS) world.report(`expired: ${ticketCalls(world)} tickets`)
  },

  async function down(world) {
    const { wechat } = world
    wechat.lifeSeconds = LIFE_SECONDS
    await stampede(world)
    const begun = performance.now()
    wechat.script('token', 500)
    wechat.script('ticket', 500)
    const before = wechat.requests.length
    while (performance.now() - begun < LIFE_SECONDS * 1000 - 1500) {
      if (!all(await stampede(world), 200)) world.report('down: the cached ticket was not used until it expired')
      await sleep(500)
    }
    await sleep(2500)
    if (!all(await stampede(world), 503)) world.report('down: an expired ticket was used, or the status was not 503')
    const calls = wechat.requests.length - before
    // At most one refresh per process while the ticket is valid and one after, each with one call, then a pause.
    if (calls > 4) world.report(`down: ${calls} calls`)
  },
]

async function runOne(machines: Machines, n: number, tally: Tally): Promise<void> {
  const wechat = await startWechatServer()
  machines.redis.command('FLUSHALL')
  const two = await startTwoServers(machines, () => ({
    PUBLIC_URL,
    TRUSTED_PROXIES: '127.0.0.1',
    WECHAT_APP_ID: 'wx1',
    WECHAT_APP_SECRET: 'secret',
    WECHAT_API_URL: wechat.origin,
    ASSESSMENTS_PER_HOUR: '1000000',
  }))
  const report = (error: string) => tally.broken.push(error)
  await TROUBLES[n % TROUBLES.length]?.({ two, wechat, tally, report })
  tally.injections++
  tally.exits += two.exits()
  await two.stop()
  await wechat.close()
}

async function run(count: number): Promise<Tally> {
  const tally: Tally = { injections: 0, acknowledged: 0, lost: 0, wrong: 0, exits: 0, broken: [] }
  const machines = await startMachines()
  for (let n = 0; n < count; n++) await runOne(machines, n, tally)
  await machines.stop()
  return tally
}

export const wechatTicket: Fault = {
  id: 'F24',
  title: `WeChat's ticket service down, its ticket expired, ${STAMPEDE} at once; on two processes`,
  limit: '1 call per refresh and process; the cached ticket is used until it expires',
  count: 3,
  run,
}
