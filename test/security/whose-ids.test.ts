import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import type { FinishedResult } from '#contract/results.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { marketplaceSettings, type StandInMarketplace, startMarketplace } from '#harness/peers/marketplace.ts'
import { startTestAppOf, type TestApp } from '#harness/test-app.ts'
import { createApp } from '#server/app.ts'
import { findResults } from '#server/db/tables/results.ts'
import { resultsWebhook } from '#server/jobs/results-webhook.ts'
import { issuerOf } from '#server/marketplace-address.ts'
import { readSettings } from '#settings/read.ts'
import type { Settings } from '#settings/settings.ts'
import { API_TOKEN } from './whole-app.ts'

/** Nothing listens here. */
const WEBHOOK = { RESULTS_WEBHOOK_URL: 'http://127.0.0.1:9/', RESULTS_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}` }

/** One deployment over time; each era has accounts in the same database. */
type Era = { app: TestApp['app']; settings: Settings; issuer: string | undefined; attemptId: string }

let markets: StandInMarketplace[]
let first: TestApp
let eras: Era[]
/** The same id in each era, belonging to a different person each time. */
let publicId: string

beforeAll(async () => {
  markets = await Promise.all([startMarketplace(), startMarketplace()])
  const [before, after] = markets.map(({ url }) => marketplaceSettings(url))
  const start = async (environment: Record<string, string>, db?: TestApp['db']) => {
    const all = { ...environment, RESULTS_API_TOKEN: API_TOKEN, ...WEBHOOK }
    const world = await startTestAppOf(all, (dependencies) =>
      createApp({ ...dependencies, ...(db ? { db } : {}), sender: {} }),
    )
    const settings = readSettings(all)
    return { world, settings, issuer: issuerOf(settings) }
  }
  const builtIn = await start({})
  first = builtIn.world
  const own = await newAccount(first)
  publicId = String(own.user.id)
  const { settings, issuer } = builtIn
  eras = [{ app: first.app, settings, issuer, attemptId: (await own.client.play('french', () => true)).id }]
  for (const environment of [before, after]) {
    const { world, ...rest } = await start(environment ?? {}, first.db)
    const client = new ApiClient(world.app)
    client.setCookie('sid', `${publicId}-session`)
    eras.push({ app: world.app, ...rest, attemptId: (await client.play('french', () => true)).id })
  }
})
afterAll(async () => {
  for (const { app } of eras.slice(1)) await app.close()
  await first.close()
  for (const market of markets) await market.close()
})

const call = <Data>({ app }: Era, method: 'GET' | 'DELETE', url: string) =>
  new ApiClient(app).send<Data>(method, url, undefined, { authorization: `Bearer ${API_TOKEN}` })

describe.each([
  ['its own accounts', 0],
  ['a marketplace', 1],
  ['that marketplace at another origin', 2],
])(
  'with %s, after a change of MARKETPLACE_API_URL, a public id never identifies a user from another era',
  (_, index) => {
    it('the webhook gives up results of other eras, with a reason', async () => {
      const era = eras[index] as Era
      const ids = eras.map(({ attemptId }) => attemptId)
      const rows = await findResults(first.db, ids, era.issuer)
      const known = rows.filter(({ user_id }) => user_id !== null)
      expect(known.map(({ user_id, assessment_id }) => [user_id, assessment_id])).toEqual([[publicId, era.attemptId]])
      const webhook = resultsWebhook(first.db, era.settings)
      const messages = ids.map((id) => ({ id, traceparent: null, isLast: false }))
      const failures = (await webhook?.send(messages, new AbortController().signal)) ?? []
      expect(failures).toHaveLength(eras.length)
      for (const { id, error, isFinal } of failures) {
        expect(error.includes('MARKETPLACE_API_URL')).toBe(id !== era.attemptId)
        expect(isFinal).toBe(id !== era.attemptId)
      }
    })

    it('its results and export contain only its own era', async () => {
      const era = eras[index] as Era
      const read = await call<{ results: FinishedResult[] }>(era, 'GET', urls.userResults(publicId))
      expect(read.body.data.results.map(({ assessment_id }) => assessment_id)).toEqual([era.attemptId])
      const { data } = (await call<AccountData>(era, 'GET', urls.userExport(publicId))).body
      expect(String(data.user_id)).toBe(publicId)
      expect(JSON.stringify(data)).toContain(era.attemptId)
      for (const { attemptId } of eras.filter((other) => other !== era))
        expect(JSON.stringify(data)).not.toContain(attemptId)
    })
  },
)

it("our id for a marketplace's account identifies no one without the marketplace", async () => {
  const { rows } = await sql<{ id: number }>`select user_id as id from identities`.execute(first.db)
  expect(rows).toHaveLength(2)
  for (const { id } of rows) {
    expect((await call(eras[0] as Era, 'GET', urls.userExport(String(id)))).status).toBe(404)
    await call(eras[0] as Era, 'DELETE', urls.userData(String(id)))
  }
  expect((await sql`select from identities`.execute(first.db)).rows).toHaveLength(2)
})

it('erasing a user keeps users from other eras', async () => {
  const left = eras.map(({ attemptId }) => attemptId)
  for (const era of eras.toReversed()) {
    expect((await call(era, 'DELETE', urls.userData(publicId))).status).toBe(204)
    left.pop()
    const { rows } = await sql<{ id: string }>`select id from assessments`.execute(first.db)
    expect(rows.map(({ id }) => id).toSorted()).toEqual(left.toSorted())
  }
})
