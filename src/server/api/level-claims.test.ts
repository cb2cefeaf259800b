import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountData } from '#contract/account.ts'
import type { LevelClaim } from '#contract/level-claims.ts'
import type { Review } from '#contract/review.ts'
import { urls } from '#contract/urls.ts'
import { newAccount, storedAccounts } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world.close())

const claim = (client: ApiClient, id: string, body: unknown) =>
  client.send<LevelClaim>('PUT', urls.levelClaim(id), body)

/** An account with a finished attempt. */
async function taker() {
  const { client, user } = await newAccount(world)
  const { id } = await client.play('german', () => false)
  return { client, user, id }
}

const thisYear = new Date().getUTCFullYear()
const goethe = { source: 'certificate', certificate: 'goethe', grade: 'B2', year: 2024 }
const rows = () => world.db.selectFrom('level_claims').selectAll().execute()

describe('PUT /v1/assessments/{id}/claim', () => {
  it('stores one for each attempt, which a repeat replaces, with the level of the grade', async () => {
    const { client, id } = await taker()
    const first = await claim(client, id, { fit: 'too_low', known: null })
    const created_at = expect.stringMatching(/^\d{4}-.*Z$/)
    expect([first.status, first.body.data]).toEqual([200, { fit: 'too_low', known: null, created_at }])
    const testDaF = { source: 'certificate', certificate: 'testdaf', grade: 'TDN 5', year: thisYear }
    const again = await claim(client, id, { fit: 'too_high', known: testDaF })
    const said = { fit: 'too_high', known: { ...testDaF, level: 'C1' }, created_at }
    expect([again.status, again.body.data]).toEqual([200, said])
    expect((await rows()).filter(({ assessment_id }) => assessment_id === id)).toMatchObject([
      { fit: 'too_high', source: 'certificate', certificate: 'testdaf', grade: 'TDN 5', year: thisYear, level: 'C1' },
    ])
    expect((await client.send<Review>('GET', urls.review(id))).body.data.claim).toEqual(said)
    await claim(client, id, { fit: 'too_high', known: null })
    expect((await rows()).filter(({ assessment_id }) => assessment_id === id)).toMatchObject([
      { fit: 'too_high', source: null, certificate: null, grade: null, year: null, level: null },
    ])
  })

  it.each(['course', 'teacher', 'own'])('stores the level that the source %s gives', async (source) => {
    const { client, id } = await taker()
    const { body } = await claim(client, id, { fit: 'about_right', known: { source, level: 'B1' } })
    expect(body.data.known).toEqual({ source, level: 'B1', certificate: null, grade: null, year: null })
  })

  it('is in the download, and gone with the account', async () => {
    const { client, id } = await taker()
    const other = await taker()
    await claim(other.client, other.id, { fit: 'too_low', known: null })
    const before = await rows()
    await claim(client, id, { fit: 'about_right', known: goethe })
    const { id: unclaimed } = await client.play('french', () => false)
    const { data }: { data: AccountData } = (await client.page(`${urls.accountData}?download=1`)).json()
    const claims = data.assessments.map((entry) => [entry.assessment_id, entry.claim])
    expect(claims).toEqual([
      [unclaimed, null],
      [id, { fit: 'about_right', known: { ...goethe, level: 'B2' }, created_at: expect.any(String) }],
    ])
    await client.send('DELETE', urls.accountData)
    expect(await rows()).toEqual(before)
  })

  it.each([
    [{ ...goethe, certificate: 'ielts', grade: '6.5' }, /^This certificate is unknown .* goethe, testdaf, telc\.$/],
    [{ ...goethe, certificate: 'constructor' }, /^This certificate is unknown/],
    [{ ...goethe, grade: 'B3' }, /^This certificate has no such grade\. Its grades: A1; A2; B1; B2; C1; C2\.$/],
    [{ ...goethe, grade: 'toString' }, /^This certificate has no such grade/],
    [{ ...goethe, year: thisYear + 1 }, new RegExp(`^The year of a certificate must be from 1980 to ${thisYear}\\.$`)],
    [{ ...goethe, year: 1979 }, /^The year of a certificate must be from 1980/],
    [{ ...goethe, year: 2024.5 }, /^body\.known\.year must be integer/],
    [{ ...goethe, level: 'C2' }, /^The level of a certificate follows from its grade/],
    [{ source: 'certificate', certificate: 'goethe', grade: 'B2' }, /^A certificate needs its grade and its year/],
    [{ source: 'own' }, /needs a level\.$/],
    [{ source: 'own', level: 'B1', year: 2020 }, /^Only the source certificate has/],
    [{ source: 'teacher', level: 'B3' }, /^body\.known\.level must be one of A1, A2/],
    [{ source: 'aunt', level: 'B1' }, /^body\.known\.source must be one of certificate, course/],
    [{ source: 'own', level: 'B1', user_id: 1 }, /^body\.known has an unknown field/],
    ['B1', /^body\.known must be object/],
  ])('refuses to know %j with a sentence, and changes nothing', async (known, sentence) => {
    const { client, id } = await taker()
    await claim(client, id, { fit: 'too_low', known: null })
    const before = await storedAccounts(world)
    const { status, body } = await claim(client, id, { fit: 'too_high', known })
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect(body.error.message).toMatch(sentence)
    expect(await storedAccounts(world)).toEqual(before)
  })

  it.each([[{}], [{ fit: 'too_low' }], [{ known: null }], [{ fit: 'perfect', known: null }], [[]]])(
    'refuses the body %j',
    async (body) => {
      const { client, id } = await taker()
      expect((await claim(client, id, body)).status).toBe(400)
    },
  )

  it('is refused for attempts of others, open ones and a visitor’s', async () => {
    const { client, id } = await taker()
    const stranger = await newAccount(world)
    const visitor = new ApiClient(world.app)
    const { id: unclaimed } = await visitor.play('german', () => false)
    const { id: open } = await client.start('french')
    const body = { fit: 'about_right', known: null }
    const before = await storedAccounts(world)
    for (const [by, of, status, code] of [
      [stranger.client, id, 404, 'assessment_not_found'],
      [client, unclaimed, 404, 'assessment_not_found'],
      [client, open, 404, 'assessment_not_found'],
      [visitor, unclaimed, 401, 'signed_out'],
      [client, '00000000-0000-4000-8000-000000000000', 404, 'assessment_not_found'],
    ] as const) {
      const reply = await claim(by, of, body)
      expect([reply.status, reply.body.error.code]).toEqual([status, code])
    }
    expect(await storedAccounts(world)).toEqual(before)
  })
})
