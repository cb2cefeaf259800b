import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CommunityPost } from '#contract/community.ts'
import type { SharedReport } from '#contract/reports.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('community_posts').execute()
})

async function post(client: ApiClient, id: string, text: string): Promise<void> {
  const report = await client.send<SharedReport>('POST', urls.reports, { assessment_id: id })
  const body = { report_id: report.body.data.report_id, text }
  expect((await client.send<CommunityPost>('POST', urls.communityPosts, body)).status).toBe(201)
}

describe('the community page', () => {
  it('explains what to do when empty, without a script', async () => {
    const { body, headers } = await new ApiClient(world.app).page(urls.community)
    expect(body).toContain('No reports here yet')
    expect(body).not.toMatch(/<script|style="/)
    expect(headers['cache-control']).toBe('private, no-store')
  })

  it('shows the newest first, twenty at a time, each exactly once', async () => {
    const { client } = await newAccount(world)
    const taken = await client.play('english', () => false)
    await sql`insert into assessments select (jsonb_populate_record(assessments, jsonb_build_object('id', gen_random_uuid()))).*
      from assessments, generate_series(2, 22) where id = ${taken.id}`.execute(world.db)
    const finished = await world.db.selectFrom('assessments').select('id').execute()
    for (const [index, { id }] of finished.entries()) await post(client, id, `post number ${index + 1}!`)
    const visitor = new ApiClient(world.app)
    const numbers = (html: string) => [...html.matchAll(/post number (\d+)!/g)].map((match) => Number(match[1]))
    const first = (await visitor.page(urls.community)).body
    const older = first.match(/href="([^"]*\?before=[^"]*)"/)?.[1] as string
    const second = (await visitor.page(older)).body
    expect(numbers(first)).toEqual(Array.from({ length: 20 }, (_, index) => 22 - index))
    expect(numbers(second)).toEqual([2, 1])
    expect(first).not.toContain('Newest posts')
    expect(second).toContain('Newest posts')
    // The language menu keeps the page's own query.
    expect(second).not.toContain(`${urls.community}?before=`)
    expect(numbers((await visitor.page(`${urls.community}?before=1%27`)).body)).toEqual(numbers(first))
    const oldest = (await visitor.page(`${urls.community}?before=00000000-0000-7000-8000-000000000000`)).body
    expect(oldest).toContain('That’s all of them')
  })
})
