import type { CommunityPost } from '#contract/community.ts'
import type { SharedReport } from '#contract/reports.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import type { ApiClient } from '#harness/api-client.ts'
import { type Cast, type ExampleRequest, exampleFor, pathOf } from '#harness/examples.ts'
import type { TestApp } from '#harness/test-app.ts'
import { ORIGIN } from './whole-app.ts'

/** A user who owns one of everything, with its ids. */
export type Owner = {
  client: ApiClient
  userId: number
  nickname: string
  open: string
  finished: string
  report: string
}

/** An account with a public report in the community, a finished and an open attempt, a language and a purpose. */
export async function newOwner(world: TestApp, nickname: string, role: object = {}): Promise<Owner> {
  const { client, user } = await newAccount(world, { nickname, country_id: 'DE', ...role })
  const { id: finished } = await client.play('french', (position) => position % 2 === 0)
  const { id: open } = await client.start('german')
  const shared = await client.send<SharedReport>('POST', urls.reports, { assessment_id: finished })
  const report = shared.body.data.report_id
  await client.send<CommunityPost>('POST', urls.communityPosts, { report_id: report, text: 'hello' })
  await client.send('POST', urls.profile, {
    language: { language_s: ['french'], level_s: [3], is_learning_s: [true] },
  })
  return { client, userId: user.id, nickname, open, finished, report }
}

/** An id that doesn't exist. */
const NOBODY = '00000000-0000-4000-8000-000000000000'

/** The ids for examples. Values that only the server can create, such as a code, are well-formed but wrong. */
function castOf({ userId, open, finished, report }: Owner): Cast {
  const user = String(userId)
  return {
    userId: user,
    userToDelete: user,
    creator: user,
    teacher: user,
    cardSet: user,
    open,
    framed: open,
    finished,
    unshared: finished,
    report,
    reportToDelete: report,
    unposted: report,
    email: 'example@example.test',
    challenge: NOBODY,
    code: '000000',
    handover: NOBODY,
    appToken: NOBODY,
    page: `${ORIGIN}/`,
  }
}

type Called = { method: string; url: string }

/** A request to a route, about the owner. */
export const exampleAbout = (route: Called, owner: Owner): ExampleRequest => exampleFor(route, castOf(owner))

/** The path of a route, with the owner's ids. */
export const fill = (route: Called, owner: Owner): string =>
  pathOf(route.url, { params: exampleAbout(route, owner).params })
