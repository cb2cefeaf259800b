import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import type { SharedReport } from '#contract/sharing.ts'
import { urls } from '#contract/urls.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { LIMITS } from '#server/http/limits.ts'
import type { CodeMessage } from '#server/sign-in/senders.ts'
import type { Settings } from '#settings/settings.ts'

const MOST = 2

/** Uses one of what is counted. @returns the status of the reply */
type Use = (client: ApiClient, number: number) => Promise<number>

/** What is counted for the address alone, which nobody has anew with an account. */
const OF_ADDRESS: readonly (keyof typeof LIMITS)[] = [
  'attempts',
  'serviceCalls',
  'refusedServiceCalls',
  'wechatSignatures',
  'events',
  'earlyEvents',
]

const share = async (client: ApiClient): Promise<SharedReport> => {
  const { id } = await client.play('french', () => true)
  return (await client.send<SharedReport>('POST', urls.reports, { assessment_id: id })).body.data
}

/** Every limit that an account has, with its setting. */
const COUNTED: [keyof Settings, Use][] = [
  [
    'REPORTS_PER_HOUR',
    async (client) => {
      const { id } = await client.play('french', () => true)
      return (await client.send('POST', urls.reports, { assessment_id: id })).status
    },
  ],
  ['USER_LOOKUPS_PER_HOUR', async (client) => (await client.send('GET', urls.user(1))).status],
  ['ACCOUNT_READS_PER_HOUR', async (client) => (await client.send('GET', urls.accountData)).status],
  ['ACCOUNT_DOWNLOADS_PER_HOUR', async (client) => (await client.send('GET', `${urls.accountData}?download=1`)).status],
  [
    'EVENTS_PER_VISITOR',
    async (client) => {
      const properties = { flow_id: '0-french-1', language: 'french', level: 'A1' }
      const event = { name: 'view_report', occurred_at: new Date().toISOString(), properties }
      return (await client.send('POST', urls.events, { events: [event] })).status
    },
  ],
  [
    'PICTURES_PER_HOUR',
    async (client, number) => {
      const { report_id } = await share(client)
      const from = { 'x-forwarded-for': `192.0.2.${number}` }
      return (
        await client.page(`${urls.reportPicture(report_id)}?hl=${LOCALES[1 + (number % (LOCALES.length - 1))]}`, from)
      ).statusCode
    },
  ],
]

it('deleting the account and coming back is tried with every limit', () => {
  const hourly = Object.entries(LIMITS).filter(([limit]) => !OF_ADDRESS.includes(limit as keyof typeof LIMITS))
  const settings = hourly.map(([, { perHour }]) => perHour)
  expect(COUNTED.map(([setting]) => setting)).toEqual(expect.arrayContaining(settings))
})

let world: TestApp
const sent: CodeMessage[] = []
const send = async (message: CodeMessage) => void sent.push(message)
const start = async (limits: Record<string, string>) => {
  world = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1', ...limits }, { email: send, phone: send })
}
const ask = (client: ApiClient, target: string) =>
  client.send<{ challenge_id: string }>('POST', urls.codes, { channel: 'email', target })

async function signIn(email: string): Promise<ApiClient> {
  const client = new ApiClient(world.app)
  const before = sent.length
  const { body } = await ask(client, email)
  await expect.poll(() => sent.length).toBe(before + 1)
  const { code } = sent.at(-1) as CodeMessage
  await client.send('POST', urls.sessions, { challenge_id: body.data.challenge_id, code })
  return client
}

const endPauses = () => sql`update code_challenges set created_at = created_at - interval '1 hour'`.execute(world.db)

const remove = async (client: ApiClient) => expect((await client.send('DELETE', urls.accountData)).status).toBe(204)

describe('deleting the account and coming back', () => {
  afterEach(() => world.close())
  let requests = 0

  /** @returns how often the client may */
  async function countUses(client: ApiClient, use: Use): Promise<number> {
    for (let uses = 0; uses <= MOST; uses++) if ((await use(client, ++requests)) === 429) return uses
    return Number.POSITIVE_INFINITY
  }

  it.each(COUNTED)('begins no new count of %s, whichever alias of the mailbox it is', async (setting, use) => {
    await start({ [setting]: String(MOST) })
    const client = await signIn('ka.te@gmail.com')
    expect(await countUses(client, use)).toBe(MOST)
    await remove(client)
    for (const again of ['kate+1@googlemail.com', 'kate+2@gmail.com']) {
      await endPauses()
      const returned = await signIn(again)
      expect(await countUses(returned, use)).toBe(0)
      await remove(returned)
    }
    expect(await countUses(await signIn('other@gmail.com'), use)).toBe(MOST)
  })

  it('neither ends the pause before the next code nor frees codes of the hour, and leaves no address with them', async () => {
    await start({ CODES_PER_TARGET: '2' })
    const statuses: number[] = []
    for (const target of ['kate@gmail.com', 'ka.te@gmail.com', 'kate+3@gmail.com']) {
      await remove(await signIn(target))
      statuses.push((await ask(new ApiClient(world.app), target)).status)
      await sql`update code_challenges set created_at = created_at - interval '10 minutes'`.execute(world.db)
      if (statuses.length === 2) break
    }
    const full = (await ask(new ApiClient(world.app), 'kate@gmail.com')).status
    expect([...statuses, full]).toEqual([429, 429, 429])
    const rows = await world.db.selectFrom('code_challenges').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/kate|ka\.te/)
  })
})
