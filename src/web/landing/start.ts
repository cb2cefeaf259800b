import { DEFAULT_LANGUAGE } from '#quiz/languages.ts'
import { flushEvents, track } from '../browser/analytics.ts'
import { startConsentBanner } from '../browser/consent.ts'
import { clearStoredOptions, renewFlowId, setFlowUser } from '../browser/storage.ts'

/** Runs when the landing opens, also from the back-forward cache. */
function open(): void {
  clearStoredOptions()
  track('view_free_assessment_landing_page', { flow_id: renewFlowId(DEFAULT_LANGUAGE) })
}

setFlowUser(Number(document.querySelector('main')?.dataset.user ?? 0))
open()
startConsentBanner(flushEvents)
window.addEventListener('pageshow', (event) => {
  if (event.persisted) open()
})
