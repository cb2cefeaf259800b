import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { userOfTarget } from '../db/tables/identities.ts'
import { deleteUser } from '../db/tables/users.ts'
import { newUser } from '../names/user-text.ts'
import type { CodeMessage } from './senders.ts'

const sent: CodeMessage[] = []
const keep = async (message: CodeMessage) => void sent.push(message)
let world: TestApp
let targets = 0
const newEmail = () => `learner${++targets}@example.com`
const newNumber = () => `+44740012${String(3000 + ++targets)}`

async function start(limits: Record<string, string>): Promise<void> {
  sent.length = 0
  world = await startTestApp({ CODE_PEPPER: 'a pepper for tests', ...limits }, { email: keep, phone: keep })
}
afterEach(() => world.close())

async function ask(target: string, remoteAddress: string) {
  const payload = { channel: target.startsWith('+') ? 'phone' : 'email', target }
  const reply = await world.app.inject({ method: 'POST', url: urls.codes, payload, remoteAddress })
  return { status: reply.statusCode, retryAfter: Number(reply.headers['retry-after']), ...reply.json() }
}

const pass = (seconds: number) =>
  sql`update code_challenges set created_at = created_at - ${seconds} * interval '1 second'`.execute(world.db)

/** How many codes a network gets for one target per day if it asks again as soon as it's allowed to. */
async function countInDay(target: string, remoteAddress: string): Promise<number> {
  const DAY = 86_400
  for (let count = 0, passed = 0; ; count++) {
    const { status, data, retryAfter } = await ask(target, remoteAddress)
    const wait = status === 202 ? data.resend_after_seconds : retryAfter
    if (status !== 202 || passed + wait >= DAY) return status === 202 ? count + 1 : count
    await pass(wait)
    passed += wait
  }
}

describe("code sign-in can't be blocked for others", () => {
  it('text messages have their own budget', async () => {
    await start({ MAILS_PER_DAY: '2' })
    for (const index of [1, 2]) expect((await ask(newEmail(), `203.0.${index}.1`)).status).toBe(202)
    expect((await ask(newEmail(), '203.0.3.1')).status).toBe(429)
    expect((await ask(newNumber(), '203.0.3.1')).status).toBe(202)
  })

  it.each([
    ['/48', (index: number) => `2001:db8:0:${index}01::1`],
    ['/24', (index: number) => `203.0.113.${index}`],
  ])('addresses in the same %s share 5% of the day’s codes', async (_name, addressOf) => {
    await start({ MAILS_PER_DAY: '80' })
    for (let index = 0; index < 4; index++) expect((await ask(newEmail(), addressOf(index))).status).toBe(202)
    expect((await ask(newEmail(), addressOf(4))).status).toBe(429)
    expect((await ask(newEmail(), '198.51.100.1')).status).toBe(202)
  })

  it("twenty networks can't use up a day’s codes", async () => {
    await start({ MAILS_PER_DAY: '100' })
    for (let network = 0; network < 20; network++)
      while ((await ask(newEmail(), `203.${network}.113.9`)).status === 202);
    expect((await ask(newEmail(), '198.51.100.1')).status).toBe(202)
  })

  it("one network can't use up a day’s codes for an address, so its owner still gets one", async () => {
    await start({})
    const count = await countInDay('ada@example.com', '203.0.113.9')
    expect(count).toBeGreaterThan(5)
    expect(count).toBeLessThan(20)
    expect((await ask('ada@example.com', '198.51.100.1')).status).toBe(202)
  })
})

describe('mail bombing and pumping', () => {
  it('an address shares its codes with all its +tags, across networks, for a day', async () => {
    await start({ CODES_PER_TARGET: '8' })
    const statuses = []
    for (let index = 0; index < 9; index++)
      statuses.push((await ask(`ada+${index}@example.com`, `203.0.${index}.1`)).status)
    expect(statuses).toEqual([...new Array(8).fill(202), 429])
    const refused = await ask('ada@example.com', '198.51.100.1')
    expect([refused.status, refused.retryAfter > 86_300]).toEqual([429, true])
    await pass(86_400)
    expect((await ask('ada@example.com', '198.51.100.1')).status).toBe(202)
  })

  it('text messages stop at the daily budget, and emails continue', async () => {
    await start({ SMS_PER_DAY: '5' })
    for (let index = 0; index < 5; index++) expect((await ask(newNumber(), `203.0.${index}.1`)).status).toBe(202)
    expect((await ask(newNumber(), '198.51.100.1')).status).toBe(429)
    expect((await ask(newEmail(), '198.51.100.1')).status).toBe(202)
    await expect.poll(() => sent).toHaveLength(6)
  })

  it("deleting the account and coming back doesn't get a network more codes, and the codes no longer contain the address", async () => {
    await start({ MAILS_PER_DAY: '40' })
    const statuses = []
    for (let time = 0; time < 3; time++) {
      statuses.push((await ask('kate@example.com', '203.0.113.9')).status)
      const userId = await userOfTarget(world.db, { channel: 'email', target: 'kate@example.com' }, newUser())
      await deleteUser(world.db, { userId, visitor: undefined })
    }
    expect(statuses).toEqual([202, 202, 429])
    const rows = await world.db.selectFrom('code_challenges').selectAll().execute()
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('kate')
  })
})
