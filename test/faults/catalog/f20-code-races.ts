import { urls } from '#contract/urls.ts'
import { FetchBrowser } from '#harness/peers/fetch-browser.ts'
import { startMail } from '#harness/peers/mail-and-sms.ts'
import { whoIs } from '#harness/peers/sign-in.ts'
import { administer } from '#harness/postgres.ts'
import type { Fault, Tally } from '../fault.ts'
import { codeFor, type ReceivedCode, shareCookies } from '../two-origins.ts'
import { startMachines, startTwoServers } from '../two-servers.ts'

const AT_ONCE = 50
const TRIES = 5

/** Half of the tries go to each process, all at the same moment. */
async function redeemEverywhere(
  browser: FetchBrowser,
  origins: readonly string[],
  { id, code }: Pick<ReceivedCode, 'id' | 'code'>,
): Promise<Record<number, number>> {
  const redeem = (_: unknown, n: number) =>
    browser.send('POST', `${origins[n % origins.length]}${urls.sessions}`, { challenge_id: id, code })
  const replies = await Promise.all(Array.from({ length: AT_ONCE }, redeem))
  const statuses: Record<number, number> = {}
  for (const { status } of replies) statuses[status] = (statuses[status] ?? 0) + 1
  return statuses
}

async function run(count: number): Promise<Tally> {
  const tally: Tally = { injections: 0, acknowledged: 0, lost: 0, wrong: 0, exits: 0, broken: [] }
  const [machines, mail] = await Promise.all([startMachines(), startMail()])
  const two = await startTwoServers(machines, () => ({ MAILS_PER_DAY: '1000000', SMTP_URL: mail.url }))
  const origins = two.servers.map(({ origin }) => origin)
  const countRows = async (table: string) =>
    Number((await administer(two.databaseUrl, `select count(*) as n from ${table}`))[0]?.n)

  let signIns = 0
  for (let n = 0; n < count; n++) {
    const browser = new FetchBrowser()
    const origin = origins[n % 2] as string
    const code = await codeFor(browser, `racer${n}@example.com`, { origin, others: origins, mail })
    tally.injections++
    tally.acknowledged++
    const isRight = n % 4 < 2
    const statuses = await redeemEverywhere(browser, origins, isRight ? code : { id: code.id, code: code.wrong })
    if (isRight) {
      signIns++
      tally.acknowledged += statuses[201] ?? 0
      if (statuses[201] !== 1 || statuses[410] !== AT_ONCE - 1) tally.wrong++
      const here = origins.find((address) => browser.cookie(address, 'sid')) as string
      shareCookies(browser, here, origins)
      const known = await Promise.all(origins.map((base) => whoIs({ base }, browser)))
      if (!known[0] || known[0] !== known[1]) tally.lost++
    } else {
      const after = await redeemEverywhere(browser, origins, code)
      if (statuses[422] !== TRIES || statuses[410] !== AT_ONCE - TRIES || after[410] !== AT_ONCE) tally.wrong++
    }
  }
  if ((await countRows('sessions')) !== signIns)
    tally.broken.push('the number of sessions differs from the number of right codes')
  if ((await countRows('users')) !== signIns)
    tally.broken.push('the number of accounts differs from the number of right codes')
  tally.exits = two.exits()
  await two.stop()
  await Promise.all([machines.stop(), mail.close()])
  return tally
}

export const codeRaces: Fault = {
  id: 'F20',
  title: `the same one-time code verified ${AT_ONCE} times at once on two processes; wrong codes beyond the limit`,
  limit: '1 success; 0 successes',
  count: 100,
  short: 8,
  run,
}
