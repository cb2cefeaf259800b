import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { newLearner, startTwoServices, type TwoServices } from '#harness/marketplace-and-quiz.ts'
import { readPageState } from '#harness/page-state.ts'
import { replyWithFault, TRANSPORT_FAULTS, type TransportFault } from '#harness/peers/faults.ts'
import { marketplaceSettings } from '#harness/peers/marketplace.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { timeLimit } from '#harness/time-limit.ts'
import { type Listening, listen } from '#server/demo/identity/stand-in.ts'

/** The page's state for an identified visitor; on a busy machine, the marketplace may reply later than a page waits. */
async function identified(client: ApiClient) {
  for (;;) {
    const state = readPageState((await client.page(urls.quiz)).body)
    if (state.visitor.login.user_id !== undefined) return state
  }
}

describe('identity with a linked marketplace', () => {
  let two: TwoServices
  beforeAll(async () => {
    two = await startTwoServices()
  })
  afterAll(() => two.close())

  it("is known on the page, with the marketplace's id, country, and learning language", async () => {
    const { client, marketplaceId } = await newLearner(two, {
      nickname: 'Ana',
      country_id: 'BR',
      learning_language: 'korean',
    })
    const { visitor, signIn } = await identified(client)
    expect(visitor.login).toMatchObject({ user_id: marketplaceId, nickname: 'Ana', country_id: 'BR' })
    expect(visitor.learningLanguage).toBe('korean')
    expect(signIn.linkedSignInUrl).toContain('/sign-in?from=quiz')
    expect(signIn.providers).toEqual(['google', 'facebook', 'vk'])
  })

  it('claims finished tests on sign-in and keeps them in another browser', async () => {
    const visitor = new ApiClient(two.quiz.app)
    const done = await visitor.play('spanish', () => true)
    const { client } = await newLearner(two)
    visitor.setCookie('sid', client.cookies.sid as string)
    expect((await identified(visitor)).attempts.finished).toHaveLength(1)
    await identified(client)
    expect((await client.send('GET', urls.attempt(done.id))).body.data.result).toEqual(done.result)
    visitor.setCookie('sid', '')
    expect((await visitor.send('GET', urls.attempt(done.id))).status).toBe(401)
  })

  it('a name changed there changes here; the same person stays one account', async () => {
    const { client, marketplaceId } = await newLearner(two, { nickname: 'Before' })
    await Promise.all([1, 2, 3].map(() => client.page(urls.quiz)))
    await two.market.db.updateTable('users').set({ nickname: 'After' }).where('id', '=', marketplaceId).execute()
    // Another visitor cookie causes a new call.
    client.setCookie('visitor', 'v'.repeat(43))
    expect((await identified(client)).visitor.login.nickname).toBe('After')
    const subject = String(marketplaceId)
    const rows = await two.quiz.db.selectFrom('identities').selectAll().where('subject', '=', subject).execute()
    expect(rows).toMatchObject([{ provider: 'marketplace', issuer: expect.stringMatching(/^http:\/\/127/) }])
  })

  it('can download and delete everything stored here', async () => {
    const { client, marketplaceId } = await newLearner(two)
    await identified(client)
    await client.play('german', () => false)
    const { data } = (await client.send<AccountData>('GET', urls.accountData)).body
    expect(data).toMatchObject({ user_id: marketplaceId, providers: ['marketplace'], assessments: [{ level: 'A1' }] })
    expect((await client.send('DELETE', urls.accountData)).status).toBe(204)
  })

  it("the service's own session is ignored", async () => {
    const { client } = await newAccount(two.quiz)
    expect(readPageState((await client.page(urls.quiz)).body).visitor.login).toEqual({ country_id: null })
  })
})

describe('a marketplace that fails', () => {
  let fault: TransportFault
  let peer: Listening
  let quiz: TestApp
  const log: string[] = []
  beforeAll(async () => {
    peer = await listen((_request, response) => replyWithFault(fault, response))
    const write = (line: string) => log.push(line)
    quiz = await startTestApp({ LOG_LEVEL: 'warn', ...marketplaceSettings(peer.url) }, {}, { write })
  })
  afterAll(async () => {
    await quiz.close()
    await peer.close()
  })

  it.each(TRANSPORT_FAULTS)('%s: the page loads quickly, and the quiz works signed out', async (present) => {
    fault = present
    log.length = 0
    const client = new ApiClient(quiz.app)
    client.setCookie('sid', `a-secret-session-${present.length}`)
    const begun = Date.now()
    const { statusCode, body } = await client.page(urls.quiz)
    // A page waits 700 ms for a hanging marketplace; a direct call would wait five seconds.
    expect(Date.now() - begun).toBeLessThan(timeLimit(3000))
    expect([statusCode, readPageState(body).visitor.login]).toEqual([200, { country_id: null }])
    expect((await client.play('english', () => false)).result?.level).toBe('A1')
    expect(log.filter((line) => line.includes('did not identify the visitor')).length).toBeGreaterThan(0)
    expect(log.join('')).not.toContain('secret')
  })
})
