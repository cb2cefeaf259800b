import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import { ensureInstalled } from '#harness/install.ts'
import { FetchBrowser } from '#harness/peers/fetch-browser.ts'
import { startMail } from '#harness/peers/mail-and-sms.ts'
import { whoIs } from '#harness/peers/sign-in.ts'
import { administer } from '#harness/postgres.ts'
import { check, postgresQuery } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal } from '../journal.ts'
import { codeFor, shareCookies } from '../two-origins.ts'
import { startMachines, startTwoServers } from '../two-servers.ts'
import { Visitor } from '../visitors.ts'

/** The clocks of the two processes, relative to the database's; `jump` is the time that they jump to. */
const CLOCKS: readonly { clocks: readonly [string, string]; jump?: readonly [string, string] }[] = [
  { clocks: ['+1h', '-1h'] },
  { clocks: ['+31d', '+0'] },
  { clocks: ['-31d', '+0'] },
  { clocks: ['+10m', '-10m'] },
  { clocks: ['+0', '+0'], jump: ['-1h', '+0'] },
  { clocks: ['+0', '+0'], jump: ['+31d', '-1h'] },
]

const OLD = "now() - interval '40 days'"

type World = { origins: readonly string[]; url: string; mail: Awaited<ReturnType<typeof startMail>> }

const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 24 * 3600 }

/** Processes whose replies don't carry the faked date. */
async function notFaked(origins: readonly string[], clocks: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  for (const [index, origin] of origins.entries()) {
    const clock = clocks[index] as string
    const [, amount = '0', unit = ''] = /^([+-]\d+)(\w?)$/.exec(clock) ?? []
    const { headers } = await fetch(`${origin}/healthz`)
    const seconds = (Date.parse(headers.get('date') ?? '') - Date.now()) / 1000
    const wanted = Number(amount) * (UNITS[unit] ?? 1)
    if (!(Math.abs(seconds - wanted) < 120)) faults.push(`a clock of ${clock} is ${seconds.toFixed(0)} s off`)
  }
  return faults
}

/**
 * Codes and sessions under these clocks.
 * @returns the errors, one sentence each
 */
async function signInEverywhere({ origins, url, mail }: World, name: string): Promise<string[]> {
  const wrong: string[] = []
  for (const [from, to] of [origins, origins.toReversed()] as [string, string][]) {
    const browser = new FetchBrowser()
    const redeem = (at: string, { id, code }: { id: string; code: string }) =>
      browser.send('POST', `${at}${urls.sessions}`, { challenge_id: id, code })
    const expired = await codeFor(browser, `${name}-old-${origins.indexOf(from)}@example.com`, {
      origin: from,
      others: origins,
      mail,
    })
    await administer(url, `update code_challenges set expires_at = ${OLD} where id = '${expired.id}'`)
    for (const at of origins)
      if ((await redeem(at, expired)).status === 201) wrong.push(`${name}: an expired code was accepted`)
    const fresh = await codeFor(browser, `${name}-${origins.indexOf(from)}@example.com`, {
      origin: from,
      others: origins,
      mail,
    })
    if ((await redeem(to, fresh)).status !== 201) wrong.push(`${name}: a code expired early`)
    shareCookies(browser, to, origins)
    for (const base of origins) if (!(await whoIs({ base }, browser))) wrong.push(`${name}: a session had ended early`)
    await administer(url, `update sessions set expires_at = ${OLD}`)
    for (const base of origins)
      if (await whoIs({ base }, browser)) wrong.push(`${name}: an expired session was accepted`)
  }
  return wrong
}

async function run(count: number): Promise<Tally> {
  const [library] = await ensureInstalled('faketime')
  const tally: Tally = { injections: 0, acknowledged: 0, lost: 0, wrong: 0, exits: 0, broken: [] }
  const [machines, mail] = await Promise.all([startMachines(), startMail()])
  for (const [n, { clocks, jump }] of CLOCKS.slice(0, count).entries()) {
    const folder = mkdtempSync(join(tmpdir(), 'language-quiz-clocks-'))
    const files = clocks.map((_, index) => join(folder, `clock${index}`))
    const set = (to: readonly string[]) => {
      for (const [index, file] of files.entries()) writeFileSync(file, `${to[index]}\n`)
    }
    set(clocks)
    const faked = (index: number) => ({
      ...{ LD_PRELOAD: library as string, FAKETIME_TIMESTAMP_FILE: files[index] as string, FAKETIME_NO_CACHE: '1' },
      // Timers are unaffected.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
    const two = await startTwoServers(machines, () => ({ SMTP_URL: mail.url }), faked)
    const origins = two.servers.map(({ origin }) => origin)
    const name = `clocks-${n}`
    const journal = await Journal.create()
    const [here, there] = origins as [string, string]
    const visitor = new Visitor(here, journal)
    const attempt = await visitor.start()
    if (jump) set(jump)
    // Node uses the same date for all replies within a second.
    await sleep(1100)
    tally.injections++
    tally.broken.push(...(await notFaked(origins, jump ?? clocks)))
    // The other process continues the test, regardless of its clock.
    if (attempt) await visitor.at(there).answer(attempt.id, 1, [])
    await new Visitor(there, journal).takeTest()
    await new Visitor(here, journal).takeTest()
    const wrong = await signInEverywhere({ origins, url: two.databaseUrl, mail }, name)
    tally.wrong += wrong.length
    tally.broken.push(...wrong)
    const stored = await check(journal, { query: postgresQuery(two.databaseUrl) })
    tally.acknowledged += stored.acknowledged
    tally.lost += stored.lost
    tally.wrong += stored.wrong
    tally.exits += two.exits()
    await two.stop()
    await journal.close()
    rmSync(folder, { recursive: true })
  }
  await Promise.all([machines.stop(), mail.close()])
  return tally
}

export const clocks: Fault = {
  id: 'F18',
  title: 'clocks of two processes that differ by 10 minutes, an hour and 31 days, and jump by an hour and 31 days',
  limit: 'expiry follows the database’s clock: no expired code or session is accepted, none ends early; tests continue',
  count: CLOCKS.length,
  run,
}
