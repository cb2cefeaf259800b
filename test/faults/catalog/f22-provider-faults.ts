import type { Provider } from '#contract/sign-in.ts'
import { urls } from '#contract/urls.ts'
import { TRANSPORT_FAULTS } from '#harness/peers/faults.ts'
import { FetchBrowser } from '#harness/peers/fetch-browser.ts'
import { TOKEN_FAULTS } from '#harness/peers/google.ts'
import { signInWith, whoIs } from '#harness/peers/sign-in.ts'
import { VENDOR_FAULTS } from '#harness/peers/vendors.ts'
import { administer } from '#harness/postgres.ts'
import type { Fault, Tally } from '../fault.ts'
import { type SignInServers, seatPerson, startSignInServers } from '../two-providers.ts'

/** The catalog's limit. */
const MAX_MS = 10_000
/** Google's discovery, keys, and tokens: more than one call each is a storm. */
const MAX_CALLS = 3

type Trouble = { provider: Provider; name: string; cause: (world: SignInServers) => unknown }

const ofGoogle = (step: 'discovery' | 'keys' | 'token'): Trouble[] =>
  TRANSPORT_FAULTS.map((kind) => ({
    provider: 'google',
    name: `${step}: ${kind}`,
    cause: ({ google }) => Object.assign(google, { fault: { step, kind } }),
  }))

const ofVendor = (provider: 'facebook' | 'vk', step: 'token' | 'profile'): Trouble[] =>
  TRANSPORT_FAULTS.map((kind) => ({
    provider,
    name: `${step}: ${kind}`,
    cause: ({ vendors }) => Object.assign(vendors, { fault: { step, kind } }),
  }))

const ofTokens: Trouble[] = TOKEN_FAULTS.map((fault) => ({
  provider: 'google',
  name: fault,
  cause: ({ google }) => Object.assign(google, { tokenFault: fault }),
}))

const ofReplies = (provider: 'facebook' | 'vk'): Trouble[] =>
  VENDOR_FAULTS.filter((fault) => provider === 'vk' || fault !== 'no device id').map((fault) => ({
    provider,
    name: fault,
    cause: ({ vendors }) => Object.assign(vendors, { vendorFault: fault }),
  }))

/** Google's discovery and keys come first, since they're cached after a success. */
const TROUBLES = [
  ...ofGoogle('discovery'),
  ...ofGoogle('keys'),
  ...ofGoogle('token'),
  ...ofTokens,
  ...ofVendor('facebook', 'token'),
  ...ofVendor('vk', 'profile'),
  ...ofVendor('facebook', 'profile'),
  ...ofVendor('vk', 'token'),
  ...ofReplies('facebook'),
  ...ofReplies('vk'),
]

async function signInFails(world: SignInServers, { provider, name, cause }: Trouble, tally: Tally): Promise<void> {
  cause(world)
  const browser = new FetchBrowser()
  const begun = performance.now()
  const start = `${world.base}${urls.signInWith(provider)}?next=${urls.account}`
  const visit = await browser.follow(start, (to) => !to.startsWith(`${world.base}${urls.account}`))
  const ms = performance.now() - begun
  const calls = provider === 'google' ? world.google.calls : world.vendors.calls
  const report = (error: string) => tally.broken.push(`${provider}, ${name}: ${error}`)
  if (visit.location !== `${urls.account}?sign_in=failed`) report(`led to ${visit.location}`)
  const page = await browser.visit(`${world.base}${urls.account}?sign_in=failed&hl=de`)
  if (page.status !== 200 || !page.text.includes('<html lang="de"')) report('no page afterwards')
  if (ms >= MAX_MS) report(`${Math.round(ms)} ms`)
  if (calls > MAX_CALLS) report(`${calls} calls`)
  if (await whoIs(world, browser)) tally.wrong++
}

const storedRows = ({ databaseUrl }: SignInServers) =>
  administer(
    databaseUrl,
    'select (select count(*) from users) as users, (select count(*) from sessions) as sessions, (select count(*) from identities) as identities',
  ).then(([row]) => Object.values(row ?? {}).map(Number))

async function run(count: number): Promise<Tally> {
  const tally: Tally = { injections: 0, acknowledged: 0, lost: 0, wrong: 0, exits: 0, broken: [] }
  const world = await startSignInServers()
  for (let n = 0; n < count; n++) {
    seatPerson(world, n)
    const trouble = TROUBLES[n % TROUBLES.length] as Trouble
    tally.injections++
    await signInFails(world, trouble, tally)
  }
  if ((await storedRows(world)).some((rows) => rows > 0)) tally.wrong++
  for (const provider of ['google', 'facebook', 'vk']) {
    seatPerson(world, count)
    const browser = new FetchBrowser()
    await signInWith(world, browser, provider)
    if (await whoIs(world, browser)) tally.acknowledged++
    else tally.broken.push(`${provider} has not recovered`)
  }
  tally.exits = world.exits()
  await world.stop()
  return tally
}

export const providerFaults: Fault = {
  id: 'F22',
  title: `identity providers fail in ${TROUBLES.length} ways`,
  limit: 'no session, a friendly page within 10 s, no storm of calls',
  count: 60,
  run,
}
