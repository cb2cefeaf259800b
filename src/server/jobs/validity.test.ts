import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import type { AgreementRow, ValidityFigures } from '#contract/validity.ts'
import { newAccount } from '#harness/accounts.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { FEWEST_CERTIFICATES } from '#quiz/level-claim.ts'
import { claimFigures, findFigures, storeFigures } from '../db/tables/validity-figures.ts'
import { refreshValidity } from './validity.ts'

const EMAIL = 'staff@example.test'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({ STAFF_EMAILS: EMAIL })
})
afterAll(() => world.close())

/** People with a certificate of B1 in German, of whom every third is given B2. */
async function storePeople(count: number): Promise<void> {
  const people = sql`generate_series(1, ${sql.lit(count)}) as n`
  const id = sql`('018f0000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`
  for (const statement of [
    sql`insert into users (nickname, avatar_file_name) select 'n' || n, 'a' from ${people}`,
    sql`insert into assessments (id, visitor, user_id, flow_id, language, interface_language, finished_at, level, than,
        theta, standard_error, elapsed_ms)
      select ${id}, 'v' || n, (select id from users where nickname = 'n' || n), 'f', 'german', 'en', now(),
        case when n % 3 = 0 then 'B2' else 'B1' end, 50, 0, 0.5, '{4000}' from ${people}`,
    sql`insert into level_claims (assessment_id, fit, source, certificate, grade, year, level)
      select ${id}, 'about_right', 'certificate', 'goethe', 'B1', 2025, 'B1' from ${people}`,
  ])
    await statement.execute(world.db)
}

async function staffPage(): Promise<string> {
  const { client, user } = await newAccount(world)
  await world.db.deleteFrom('emails').execute()
  await world.db.insertInto('emails').values({ email: EMAIL, user_id: user.id, verified_at: new Date() }).execute()
  return (await client.page(urls.insights)).body
}

describe('the figures of how levels agree with people’s own', () => {
  it('are computed once a day, in a thread of their own, and shown to staff with their number of people', async () => {
    expect(await staffPage()).toContain('still being computed')
    await storePeople(30)
    await refreshValidity(world.db)
    const figures = (await findFigures(world.db)) as ValidityFigures
    expect(figures.people).toEqual({ certificate: 30, course: 0, teacher: 0, own: 0, verdict: 0 })
    expect(figures.agreement.map(({ language, n, source }) => [language, n, source])).toEqual([
      ['', 30, 'certificate'],
      ['german', 30, 'certificate'],
    ])
    expect(figures.agreement[0]?.exact).toBeCloseTo(2 / 3)
    const page = await staffPage()
    expect(page).toContain('German, n = 30')
    expect(page).toMatch(/67% \(\d\d%–\d\d%\)/)
    expect(page).not.toMatch(/insights\.[a-z]+\.|NaN|undefined/)

    await world.db.deleteFrom('level_claims').execute()
    await refreshValidity(world.db)
    expect(await findFigures(world.db)).toEqual(figures)
    await sql`update validity_figures set begun_at = now() - interval '25 hours'`.execute(world.db)
    await refreshValidity(world.db)
    expect((await findFigures(world.db))?.agreement).toEqual([])
    expect(await staffPage()).toContain('Fewer than 20 people have said what they know')
  })

  it('stand on “How this test works” from 200 certificates in a language on', async () => {
    const row: AgreementRow = {
      n: 0,
      ...{ source: 'certificate', language: 'german', kappa: 0.8, verdict: 'open' },
      ...{ exact: 0.6, exact_low: 0.53, exact_high: 0.67, within_one: 0.96, within_one_low: 0.9, within_one_high: 1 },
      ...{ difference: 0, difference_low: -0.1, difference_high: 0.1 },
    }
    const shown = async (n: number) => {
      const people = { certificate: n, course: 0, teacher: 0, own: 0, verdict: 0 }
      const agreement = [
        { ...row, n },
        { ...row, n: 5000, source: 'own' as const },
        { ...row, n: 5000, language: '' as const },
      ]
      // An app of its own: each keeps them for a minute.
      const other = await startTestApp()
      await claimFigures(other.db)
      await storeFigures(other.db, { day: '2026-11-27', people, agreement, fits: [], retests: [] })
      const { body } = await other.app.inject(urls.how)
      await other.close()
      return body
    }
    expect(await shown(FEWEST_CERTIFICATES - 1)).toContain(
      'No comparison with real people’s certificates has been made yet',
    )
    const page = await shown(FEWEST_CERTIFICATES)
    expect(page).toContain('as of November 2026')
    expect(page).toContain(
      'Of 200 people with a certificate, 60% got exactly the level it shows (95% interval: 53% to 67%), and 96% were at most one level off.',
    )
    expect(page).not.toContain('5,000')
  })
})
