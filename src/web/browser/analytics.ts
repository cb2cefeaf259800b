import type { BrowserEvent } from '#contract/events.ts'
import { urls } from '#contract/urls.ts'
import { hasConsent } from './consent.ts'

const BATCH_MS = 2000

let waiting: (BrowserEvent & { occurred_at: string })[] = []

/** Sends pending events as a beacon, which outlives the page. Without beacon support they are dropped rather than delay the visitor. */
function flush(): void {
  if (waiting.length === 0) return
  const body = JSON.stringify({ events: waiting.splice(0, 50) })
  navigator.sendBeacon?.(urls.events, new Blob([body], { type: 'application/json' }))
  flush()
}

type Properties<Name extends BrowserEvent['name']> = Extract<BrowserEvent, { name: Name }>['properties']

/**
 * Queues an analytics event (Specification §7) if the visitor consents. Batches are sent every two seconds and when the page is hidden.
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
  // Safari does not always fire visibilitychange on navigation.
  window.addEventListener('pagehide', flush)
}
