import {
  freeTrialEvent,
  getFoundation,
  getLogin,
  getPurposes,
  getUser,
  postOnboarding,
  postProfile,
  WrittenElsewhere,
} from '#contract/profile.ts'
import { exploreCardSets, getUserMini, postTeachers } from '#contract/recommendations.ts'
import { refuseForeignPage } from '../edge/request-checks.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { marketplaceClient } from './client.ts'
import { type Call, forward, questionOf } from './forward.ts'

/** A write of the profile, that any JSON object of the marketplace confirms: the browser uses nothing of it. */
function confirmed<Write extends Call>(write: Write) {
  return { ...write, schema: { ...write.schema, response: { ...write.schema.response, 200: WrittenElsewhere } } }
}

/**
 * The calls that go to a marketplace beside us (Specification §7). Signatures for WeChat go there too where we have no WeChat account of
 * our own.
 */
export const MARKETPLACE_CALLS: readonly Call[] = [
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

/** Answers `calls` with the replies of the marketplace beside us, and asks it nothing else. */
export function forwardedRoutes(app: App, settings: Settings, calls: readonly Call[]): void {
  const client = marketplaceClient(settings, settings.MARKETPLACE_TIMEOUT_MS)
  for (const call of calls) {
    const path = call.url === postOnboarding.url ? settings.MARKETPLACE_ONBOARDING_PATH : call.url
    app.route({
      ...call,
      // A GET that changes something (Specification §7): the hook for other methods does not see it.
      ...(call === freeTrialEvent ? { onRequest: refuseForeignPage } : {}),
      handler: (request, reply) => forward(client, call, { request, reply, question: questionOf(request, call, path) }),
    })
  }
}
