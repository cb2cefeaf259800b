import { PROVIDERS } from '#contract/sign-in.ts'
import { urls } from '#contract/urls.ts'
import { FetchBrowser, type Visit } from '#harness/peers/fetch-browser.ts'
import { reachCallback, whoIs } from '#harness/peers/sign-in.ts'
import { administer } from '#harness/postgres.ts'
import type { Fault, Tally } from '../fault.ts'
import { shareCookies } from '../two-origins.ts'
import { type SignInServers, seatPerson, startSignInServers } from '../two-providers.ts'

const AT_ONCE = 10

type Replay = (browser: FetchBrowser, callbacks: readonly string[]) => Promise<Visit[]>

const visitAll: Replay = (browser, callbacks) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => browser.visit(callbacks[n % callbacks.length] as string)))

/** Each replays the provider's reply; `callbacks` lead to the processes. */
const REPLAYS: Replay[] = [
  visitAll,
  async (browser, callbacks) => {
    const visits: Visit[] = []
    for (const callback of [...callbacks, ...callbacks]) visits.push(await browser.visit(callback))
    return visits
  },
  // After signing in, the person opens a page and goes back, and the browser requests the callback again.
  async (browser, [callback = '', other = '']) => {
    const first = await browser.visit(callback)
    await browser.visit(new URL(urls.account, callback).href)
    return [first, await browser.visit(callback), await browser.visit(other)]
  },
]

/** Everything stored about the person, as text: one account, one identity, one session. */
async function storedOf({ databaseUrl }: SignInServers, userId: number): Promise<string> {
  const [row] = await administer(
    databaseUrl,
    `select concat((select count(*) from sessions where user_id = ${userId}),
      (select count(*) from identities where user_id = ${userId}),
      (select max(id) from users) = ${userId}) as stored`,
  )
  return String(row?.stored)
}

async function run(count: number): Promise<Tally> {
  const tally: Tally = { injections: 0, acknowledged: 0, lost: 0, wrong: 0, exits: 0, broken: [] }
  const world = await startSignInServers()
  const origins = world.servers.map(({ origin }) => origin)
  for (let n = 0; n < count; n++) {
    seatPerson(world, n)
    const browser = new FetchBrowser()
    const provider = PROVIDERS[n % PROVIDERS.length] as string
    const callback = await reachCallback(world, browser, provider)
    shareCookies(browser, world.base, origins)
    const replay = REPLAYS[Math.floor(n / PROVIDERS.length) % REPLAYS.length] as Replay
    const callbacks = origins.map((origin) => callback.replace(world.base, origin))
    const visits = await replay(browser, callbacks)
    tally.injections++
    const signedIn = visits.filter(({ location }) => location?.endsWith(urls.account))
    const failed = visits.filter(({ location }) => location?.endsWith(`${urls.quiz}?sign_in=failed`))
    tally.acknowledged += signedIn.length
    if (signedIn.length !== 1 || failed.length !== visits.length - 1) tally.wrong++
    const from = new URL(signedIn[0]?.url ?? world.base).origin
    shareCookies(browser, from, origins)
    const known = await Promise.all(origins.map((base) => whoIs({ base }, browser)))
    if (!known[0] || known[0] !== known[1]) tally.lost++
    else if ((await storedOf(world, known[0])) !== '11t') tally.wrong++
  }
  tally.exits = world.exits()
  await world.stop()
  return tally
}

export const callbackReplays: Fault = {
  id: 'F21',
  title: 'an OAuth callback replayed: at once on two processes, afterwards, after the back button',
  limit: '1 session, 1 user',
  count: 100,
  run,
}
