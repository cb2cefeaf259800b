import type { freeTrialEvent } from '#contract/profile.ts'
import { urls } from '#contract/urls.ts'
import { call } from './api-client.ts'
import { tabStorage } from './storage.ts'

const KEY = 'ASSESSMENT_FREE_TRIAL_EVENT'

/** Tells the marketplace of a sign-in, once in a tab's session and account (Specification §7); the reply is of no use. */
export function fireFreeTrialEvent(userId: number): void {
  if (tabStorage.read(KEY) === String(userId)) return
  void call<typeof freeTrialEvent>('GET', urls.freeTrialEvent).then(
    ({ ok }) => ok && tabStorage.write(KEY, String(userId)),
  )
}
