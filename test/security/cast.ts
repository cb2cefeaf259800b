import type { CommunityPost, SharedReport } from '#contract/sharing.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import type { ApiClient } from '#harness/api-client.ts'
import type { TestApp } from '#harness/test-app.ts'

/** Somebody who owns one of everything, with the ids. */
export type Owner = {
  client: ApiClient
  userId: number
  nickname: string
  open: string
  finished: string
  report: string
  post: string
}

/** An account with a public report in the community, a finished and an open assessment, a language and a purpose. */
export async function newOwner(world: TestApp, nickname: string, role: object = {}): Promise<Owner> {
  const { client, user } = await newAccount(world, { nickname, country_id: 'DE', ...role })
  const { id: finished } = await client.play('french', (position) => position % 2 === 0)
  const { id: open } = await client.start('german')
  const shared = await client.send<SharedReport>('POST', urls.reports, { assessment_id: finished })
  const report = shared.body.data.report_id
  const posted = await client.send<CommunityPost>('POST', urls.communityPosts, { report_id: report, text: 'hello' })
  await client.send('POST', urls.profile, {
    language: { language_s: ['french'], level_s: [3], is_learning_s: [true] },
  })
  return { client, userId: user.id, nickname, open, finished, report, post: posted.body.data.post_id }
}

/** A staff member of the whole app (STAFF_EMAILS there). */
export async function newStaff(world: TestApp): Promise<ApiClient> {
  const { client, user } = await newAccount(world, { nickname: 'Desk' })
  const email = { email: 'staff@example.test', user_id: user.id, verified_at: new Date() }
  await world.db.insertInto('emails').values(email).execute()
  return client
}

/** The URL of a route with ids filled in, or with `junk` for all of them. */
export function fill(url: string, { open, finished, report, post, userId }: Owner, junk?: string): string {
  const values: Record<string, string> = {
    report_id: report,
    post_id: post,
    position: '1',
    provider: 'vk',
    lang: 'french',
    creator_id: String(userId),
  }
  const id = url.includes('/report/') ? report : url.startsWith('/v1/assessments') ? finished : String(userId)
  const isFirstAnswer = url.includes('/answers/') || url.includes('/handover')
  return url
    .replace(/:(\w+)/g, (_, name: string) => junk ?? values[name] ?? (isFirstAnswer ? open : id))
    .replace('*', junk ?? 'embed.js')
}
