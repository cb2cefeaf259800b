import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { insertUser } from '../db/tables/users.ts'
import { newUser } from '../names/user-text.ts'
import type { CodeMessage } from './senders.ts'

const sent: CodeMessage[] = []
const keep = async (message: CodeMessage) => void sent.push(message)
let world: TestApp
let targets = 0
const newEmail = () => `learner${++targets}@example.com`

async function start(limits: Record<string, string>): Promise<void> {
  sent.length = 0
  world = await startTestApp({ CODE_PEPPER: 'a pepper for tests', ...limits }, { email: keep, phone: keep })
}
afterEach(() => world.close())

async function ask(target: string, remoteAddress: string) {
  const payload = { channel: target.startsWith('+') ? 'phone' : 'email', target }
  const reply = await world.app.inject({ method: 'POST', url: urls.codes, payload, remoteAddress })
  return { status: reply.statusCode, ...reply.json(), browser: String(reply.headers['set-cookie']).split(';')[0] ?? '' }
}
async function enter(challenge: Awaited<ReturnType<typeof ask>>, code: string) {
  const reply = await world.app.inject({
    method: 'POST',
    url: urls.sessions,
    payload: { challenge_id: challenge.data.challenge_id, code },
    headers: { cookie: challenge.browser },
  })
  return reply.statusCode
}
const numberOf = (index: number) => `+44740012${String(3000 + index)}`

describe('nobody can block code sign-in for others', () => {
  it('text messages have their own budget', async () => {
    await start({ CODES_PER_HOUR: '2' })
    for (const index of [1, 2]) await ask(newEmail(), `203.0.${index}.1`)
    expect((await ask(newEmail(), '203.0.3.1')).status).toBe(429)
    expect((await ask(numberOf(0), '203.0.3.1')).status).toBe(202)
  })

  it.each([
    ['/64', 2, (index: number) => `2001:db8:0:1::${index}`],
    ['/56', 4, (index: number) => `2001:db8:0:1${index}::1`],
    ['/48', 8, (index: number) => `2001:db8:0:${index}01::1`],
    ['/24', 8, (index: number) => `203.0.113.${index}`],
  ])('addresses in the same %s share %i codes', async (_name, limit, addressOf) => {
    await start({ CODES_PER_ADDRESS: '2' })
    for (let index = 0; index < limit; index++) expect((await ask(newEmail(), addressOf(index))).status).toBe(202)
    expect((await ask(newEmail(), addressOf(limit))).status).toBe(429)
    expect((await ask(newEmail(), '198.51.100.1')).status).toBe(202)
  })

  it('a stranger’s five requests for an address do not lock its owner out', async () => {
    await start({ CODE_RESEND_SECONDS: '1' })
    const older = () => sql`update code_challenges set created_at = created_at - interval '1 minute'`.execute(world.db)
    for (let time = 0; time < 5; time++) {
      expect((await ask('ada@example.com', '203.0.113.9')).status).toBe(202)
      await older()
    }
    expect((await ask('ada@example.com', '203.0.113.9')).status).toBe(429)
    expect((await ask('ada@example.com', '198.51.100.1')).status).toBe(202)
  })

  it('the last fifth is reserved for existing accounts, and the reply does not reveal it', async () => {
    await start({ CODES_PER_HOUR: '10' })
    const { id } = await insertUser(world.db, newUser())
    await world.db
      .insertInto('emails')
      .values({ email: 'ada@example.com', user_id: id, verified_at: new Date() })
      .execute()
    for (let index = 0; index < 8; index++) expect((await ask(newEmail(), `203.0.${index}.1`)).status).toBe(202)
    const replies = [await ask('eve@example.com', '198.51.100.1'), await ask('ada@example.com', '198.51.1.1')]
    expect(replies.map(({ status, data }) => [status, Object.keys(data), data.resend_after_seconds])).toEqual(
      new Array(2).fill([202, ['challenge_id', 'sent_to', 'resend_after_seconds'], 30]),
    )
    await expect.poll(() => sent.map(({ target }) => target)).toContain('ada@example.com')
    expect(sent.map(({ target }) => target)).not.toContain('eve@example.com')
  })
})

describe('mail bombing and guessing', () => {
  it('all spellings of one mailbox share its codes, from any network', async () => {
    await start({ CODES_PER_TARGET: '3', CODES_PER_TARGET_ALTOGETHER: '8' })
    const statuses = []
    for (let index = 0; index < 9; index++)
      statuses.push((await ask(`a.da+${index}@gmail.com`, `203.0.${index}.1`)).status)
    expect(statuses).toEqual([...new Array(8).fill(202), 429])
    expect((await ask('ada@gmail.com', '198.51.100.1')).status).toBe(429)
  })

  it.each([
    ['of one network', { WRONG_CODES_PER_SITE: '5' }, 5],
    ['altogether', { WRONG_CODES_PER_HOUR: '5' }, 1],
  ])('after many wrong codes %s a code has one try', async (_name, limits, elsewhere) => {
    await start(limits)
    const triesOf = async (remoteAddress: string) => {
      const target = newEmail()
      const challenge = await ask(target, remoteAddress)
      await expect.poll(() => sent.some((message) => message.target === target)).toBe(true)
      const code = sent.find((message) => message.target === target)?.code
      const wrong = code === '000000' ? '000001' : '000000'
      for (let tries = 0; ; tries++) if ((await enter(challenge, wrong)) !== 422) return tries
    }
    expect(await triesOf('203.0.113.1')).toBe(5)
    expect(await triesOf('203.0.113.2')).toBe(1)
    expect(await triesOf('198.51.100.1')).toBe(elsewhere)
  })

  it('text messages stop at the daily budget, and mail continues', async () => {
    await start({ SMS_PER_DAY: '5' })
    const { id } = await insertUser(world.db, newUser())
    await world.db
      .insertInto('phones')
      .values({ e164: numberOf(99), user_id: id })
      .execute()
    for (let index = 0; index < 4; index++) expect((await ask(numberOf(index), `203.0.${index}.1`)).status).toBe(202)
    expect((await ask(numberOf(50), '198.51.100.1')).status).toBe(202)
    expect((await ask(numberOf(99), '198.51.2.1')).status).toBe(202)
    await expect.poll(() => sent.map(({ target }) => target)).toContain(numberOf(99))
    expect(sent.map(({ target }) => target)).not.toContain(numberOf(50))
    await sql`delete from code_challenges`.execute(world.db)
    expect((await ask(numberOf(60), '203.0.113.1')).status).toBe(429)
    expect((await ask(newEmail(), '203.0.113.1')).status).toBe(202)
  })

  it.each([
    [9, false],
    [10, true],
  ])('if %i of 50 texted codes are entered, strangers get one: %s', async (verified, isSent) => {
    await start({})
    const hour = sql<Date>`date_trunc('hour', now())`
    await world.db.insertInto('code_hours').values({ channel: 'phone', hour, sent: 50, verified }).execute()
    expect((await ask(numberOf(0), '203.0.113.1')).status).toBe(202)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(sent.some(({ target }) => target === numberOf(0))).toBe(isSent)
  })

  it('a correct code counts as entered for its channel', async () => {
    await start({})
    const challenge = await ask(numberOf(0), '203.0.113.1')
    await expect.poll(() => sent).toHaveLength(1)
    expect(await enter(challenge, sent[0]?.code as string)).toBe(201)
    expect(await world.db.selectFrom('code_hours').select(['sent', 'verified']).execute()).toEqual([
      { sent: 1, verified: 1 },
    ])
  })
})
