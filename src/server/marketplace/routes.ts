import {
  freeTrialEvent,
  getFoundation,
  getLogin,
  getPurposes,
  getUser,
  postOnboarding,
  postProfile,
  WrittenElsewhere,
} from '#contract/account.ts'
import { postTeachers } from '#contract/teachers.ts'
import { exploreCardSets, getUserMini } from '#contract/vocabulary.ts'
import { getJsApi } from '#contract/wechat.ts'
import { refuseForeignPage } from '../edge/same-site.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { marketplaceClient } from './client.ts'
import { type Call, forward, questionOf } from './forward.ts'

/** A write of the profile, that any JSON object of the marketplace confirms: the browser uses nothing of it. */
function confirmed<Write extends Call>(write: Write) {
  return { ...write, schema: { ...write.schema, response: { ...write.schema.response, 200: WrittenElsewhere } } }
}

/** Every call that goes to a marketplace beside us (Specification §7); no other address there is ever asked. */
const MARKETPLACE_CALLS: readonly Call[] = [
  getLogin,
  freeTrialEvent,
  getFoundation,
  confirmed(postProfile),
  confirmed(postOnboarding),
  getUser,
  getPurposes,
  postTeachers,
  exploreCardSets,
  getUserMini,
]

/** The calls of Specification §7, answered by the marketplace beside us. */
export function forwardedRoutes(app: App, settings: Settings): void {
  const client = marketplaceClient(settings, settings.MARKETPLACE_TIMEOUT_MS)
  // Signatures are for pages of this site: ours where we have the account (api/wechat.ts), else the marketplace's.
  const isWechatOurs = settings.WECHAT_APP_ID !== '' && settings.WECHAT_APP_SECRET !== ''
  for (const call of isWechatOurs ? MARKETPLACE_CALLS : [...MARKETPLACE_CALLS, getJsApi]) {
    const path = call.url === postOnboarding.url ? settings.MARKETPLACE_ONBOARDING_PATH : call.url
    app.route({
      ...call,
      // A GET that changes something (Specification §7): the hook for other methods does not see it.
      ...(call === freeTrialEvent ? { onRequest: refuseForeignPage } : {}),
      handler: (request, reply) => forward(client, call, { request, reply, question: questionOf(request, call, path) }),
    })
  }
}
