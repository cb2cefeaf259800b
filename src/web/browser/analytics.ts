import type { BrowserEvent } from '#contract/events.ts'
import { urls } from '#contract/urls.ts'
import { hasConsent } from './consent.ts'

const BATCH_MS = 2000

let waiting: (BrowserEvent & { occurred_at: string })[] = []

/** Sends what waits. A beacon outlives the page; where there is none the events are dropped, never the visitor delayed. */
function flush(): void {
  if (waiting.length === 0) return
  const body = JSON.stringify({ events: waiting.splice(0, 50) })
  navigator.sendBeacon?.(urls.events, new Blob([body], { type: 'application/json' }))
  flush()
}

type Properties<Name extends BrowserEvent['name']> = Extract<BrowserEvent, { name: Name }>['properties']

/**
 * Notes an analytics event (Specification §7), if the visitor allows it; batches leave every two seconds and when the page is hidden.
 */
export function track<Name extends BrowserEvent['name']>(name: Name, properties: Properties<Name>): void {
  if (!hasConsent()) return
  if (waiting.length === 0) setTimeout(flush, BATCH_MS)
  waiting = [...waiting, { name, occurred_at: new Date().toISOString(), properties } as BrowserEvent]
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush()
  })
  // Safari does not always tell of the other when a page is left.
  window.addEventListener('pagehide', flush)
}
