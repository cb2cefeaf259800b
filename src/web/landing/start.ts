import { urls } from '#contract/urls.ts'
import { DEFAULT_LANGUAGE } from '#quiz/languages.ts'
import { flushEvents, track } from '../browser/analytics.ts'
import { startConsentBanner } from '../browser/consent.ts'
import { clearStoredOptions, renewFlowId, setFlowUser } from '../browser/storage.ts'

/** Runs when the landing page opens, even from the back-forward cache. */
function open(): void {
  clearStoredOptions()
  track('view_free_assessment_landing_page', { flow_id: renewFlowId(DEFAULT_LANGUAGE) })
}

const { user, freeTrial } = document.querySelector('main')?.dataset ?? {}
setFlowUser(user)
// Not through api-client.ts, which would pull in parts of the quiz. The reply isn't used (Specification §7).
if (freeTrial === 'due')
  void fetch(urls.freeTrialEvent)
    .then((reply) => reply.text())
    .catch(() => undefined)
open()
startConsentBanner(flushEvents)
window.addEventListener('pageshow', (event) => {
  if (event.persisted) open()
})
