import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import type { Login } from '#contract/profile.ts'
import { urls } from '#contract/urls.ts'
import { ApiClient, itemOf } from '#harness/api-client.ts'
import { readPageState } from '#harness/page-state.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { createMailbox } from '../demo/mailbox.ts'

const mailbox = createMailbox()
let world: TestApp
beforeAll(async () => {
  world = await startTestApp({}, mailbox.sender)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('code_challenges').execute()
})

async function signIn(client: ApiClient, target: string, headers: Record<string, string> = {}): Promise<number> {
  const sent = mailbox.mails.length
  const requested = await client.send<{ challenge_id: string }>('POST', urls.codes, { channel: 'email', target })
  while (mailbox.mails.length === sent) await new Promise(setImmediate)
  const { challenge_id } = requested.body.data
  const code = mailbox.mails[0]?.code
  const { body } = await client.send<{ user_id: number }>('POST', urls.sessions, { challenge_id, code }, headers)
  await world.db.deleteFrom('code_challenges').execute()
  return body.data.user_id
}

const withCookie = (name: string, value: string | undefined) => {
  const client = new ApiClient(world.app)
  client.setCookie(name, value ?? '')
  return client
}
const isSignedIn = async (client: ApiClient) => (await client.send('GET', urls.foundation)).status === 200
const readOpen = async (client: ApiClient) => readPageState((await client.page(urls.quiz)).body).attempts.open

describe('a session', () => {
  it('v5.0.0-7.2.1, 7.1.1: is stored as a hash, for thirty days', async () => {
    const client = new ApiClient(world.app)
    await signIn(client, 'stored@example.test')
    const { sid } = client.cookies
    expect(sid).toMatch(/^[\w-]{43}$/)
    const rows = await world.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(sid)
    const { days } = await world.db
      .selectFrom('sessions')
      .select(sql<number>`extract(epoch from expires_at - created_at) / 86400`.as('days'))
      .executeTakeFirstOrThrow()
    expect(Number(days)).toBe(30)
  })

  it('v5.0.0-7.3.2: expires by the database’s clock, regardless of the cookie', async () => {
    const client = new ApiClient(world.app)
    const userId = await signIn(client, 'clock@example.test')
    const moveBy = (interval: string) =>
      world.db
        .updateTable('sessions')
        .set({ expires_at: sql<Date>`now() + ${interval}::interval` })
        .where('user_id', '=', userId)
        .execute()
    await moveBy('1 minute')
    expect(await isSignedIn(client)).toBe(true)
    await moveBy('-1 second')
    expect(await isSignedIn(client)).toBe(false)
    expect((await client.send<Login>('GET', urls.login)).body.data).toEqual({ country_id: null })
  })

  const MOZILLA = 'Mozilla/5.0'
  const ENGINE = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  it.each([
    [
      `${MOZILLA} (Windows NT 10.0; Win64; x64) ${ENGINE} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      'Edge · Windows',
    ],
    [`${MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox · Linux'],
    [`${MOZILLA} (Linux; Android 15; Pixel) ${ENGINE} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome · Android'],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1`,
      'Safari · iOS',
    ],
    [
      `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15`,
      'Safari · macOS',
    ],
    ['<script>alert(1)</script>', ''],
  ])('stores %s only as "%s"', async (agent, device) => {
    const client = new ApiClient(world.app)
    await signIn(client, 'device@example.test', { 'user-agent': agent })
    const { data } = (await client.send<AccountData>('GET', urls.accountData)).body
    expect(data.sessions.map((session) => session.device)).toEqual([device])
    expect(JSON.stringify(await world.db.selectFrom('sessions').selectAll().execute())).not.toContain(MOZILLA)
    await client.send('DELETE', urls.sessions)
  })

  it('v5.0.0-7.2.4: is new at every sign-in, and the old one is void', async () => {
    const client = new ApiClient(world.app)
    client.setCookie('sid', 'f'.repeat(43))
    await signIn(client, 'fresh@example.test')
    const first = client.cookies.sid
    expect(first).not.toBe('f'.repeat(43))
    await signIn(client, 'fresh@example.test')
    expect(client.cookies.sid).not.toBe(first)
    expect(await isSignedIn(client)).toBe(true)
    expect(await isSignedIn(withCookie('sid', first))).toBe(false)
  })

  it('v5.0.0-7.4.1: ends on sign-out, for this browser only, and signing out again has no effect', async () => {
    const client = new ApiClient(world.app)
    const elsewhere = new ApiClient(world.app)
    await signIn(client, 'out@example.test')
    await signIn(elsewhere, 'out@example.test')
    const { sid } = client.cookies
    expect((await client.send('DELETE', urls.currentSession)).status).toBe(204)
    expect(client.cookies.sid).toBe('')
    expect(await isSignedIn(withCookie('sid', sid))).toBe(false)
    expect(await isSignedIn(elsewhere)).toBe(true)
    expect((await client.send('DELETE', urls.currentSession)).status).toBe(204)
  })

  it("isn't a visitor cookie, and a visitor cookie isn't a session", async () => {
    const client = new ApiClient(world.app)
    await client.start('english')
    await signIn(client, 'kinds@example.test')
    expect(await isSignedIn(withCookie('sid', client.cookies.visitor))).toBe(false)
    const swapped = withCookie('visitor', client.cookies.sid)
    expect(await readOpen(swapped)).toEqual([])
  })
})

describe('the visitor’s assessments', () => {
  it('become the account’s on sign-in, and are found from another browser', async () => {
    const client = new ApiClient(world.app)
    const open = await client.start('english')
    const finished = await client.play('french', () => true)
    const { visitor } = client.cookies
    await signIn(client, 'claims@example.test')
    for (const id of [open.id, finished.id]) expect((await client.send('GET', urls.attempt(id))).status).toBe(200)

    const elsewhere = new ApiClient(world.app)
    await signIn(elsewhere, 'claims@example.test')
    expect((await elsewhere.send('GET', urls.attempt(finished.id))).body.data).toEqual(finished)
    expect(await readOpen(elsewhere)).toMatchObject([{ id: open.id }])
    expect((await elsewhere.answerNext(open, true)).answered).toBe(1)

    // Once claimed, they're only the account's: the visitor cookie left in the browser gives no access.
    const signedOut = withCookie('visitor', visitor)
    expect((await signedOut.send('GET', urls.attempt(open.id))).status).toBe(401)
    expect((await signedOut.answer(open.id, 2, [])).status).toBe(401)
    expect(await readOpen(signedOut)).toEqual([])
  })

  it("don't go to a second account that signs in to the same browser", async () => {
    const client = new ApiClient(world.app)
    const { id } = await client.start('english')
    await signIn(client, 'one@example.test')
    await client.send('DELETE', urls.currentSession)
    await signIn(client, 'two@example.test')
    expect((await client.send('GET', urls.attempt(id))).status).toBe(404)
  })

  it('belong to the account from the start if signed in, and a retake in another browser asks other questions', async () => {
    const client = new ApiClient(world.app)
    const userId = await signIn(client, 'retakes@example.test')
    const first = await client.start('korean')
    const owner = await world.db
      .selectFrom('assessments')
      .select('user_id')
      .where('id', '=', first.id)
      .executeTakeFirst()
    expect(owner?.user_id).toBe(userId)
    expect(first.flow_id.startsWith(`${userId}-korean-`)).toBe(true)
    const elsewhere = new ApiClient(world.app)
    await signIn(elsewhere, 'retakes@example.test')
    const second = await elsewhere.start('korean')
    const ids = [...first.questions, ...second.questions].map((question) => itemOf('korean', question)?.id)
    expect(new Set(ids).size).toBe(6)
  })
})
