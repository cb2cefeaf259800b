import type { BrowserEvent } from '#contract/events.ts'
import { urls } from '#contract/urls.ts'
import { findConsent } from './consent.ts'

const BATCH_MS = 2000
const BATCH_SIZE = 50

/** Far more than one test produces. Only a visitor who ignores the consent banner reaches it. */
const MAX_WAITING = 200

let waiting: BrowserEvent[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Sends pending events as a beacon, which outlives the page. Without beacon support they're dropped rather than
 * delaying the visitor. Until the visitor answers the consent banner they stay in memory; declining drops them. Failure
 * events are anonymous and need no consent.
 */
export function flushEvents(): void {
  clearTimeout(timer)
  timer = undefined
  const consent = findConsent()
  const mayLeave = (event: BrowserEvent) => consent === 'allowed' || event.name === 'recommend_teacher_failure'
  const leaving = waiting.filter(mayLeave)
  waiting = consent === 'unasked' ? waiting.filter((event) => !mayLeave(event)) : []
  for (let first = 0; first < leaving.length; first += BATCH_SIZE) {
    const body = JSON.stringify({ events: leaving.slice(first, first + BATCH_SIZE) })
    navigator.sendBeacon?.(urls.events, new Blob([body], { type: 'application/json' }))
  }
}

type Properties<Name extends BrowserEvent['name']> = Extract<BrowserEvent, { name: Name }>['properties']

/**
 * Queues an event (Specification §7). Batches are sent every two seconds and when the page is hidden, given consent.
 */
export function track<Name extends BrowserEvent['name']>(name: Name, properties: Properties<Name>): void {
  timer ??= setTimeout(flushEvents, BATCH_MS)
  waiting = [...waiting, { name, occurred_at: new Date().toISOString(), properties } as BrowserEvent].slice(
    -MAX_WAITING,
  )
}

if (typeof document !== 'undefined') {
  // Also when the page becomes visible: the banner may have been answered in another tab.
  document.addEventListener('visibilitychange', flushEvents)
  // Safari doesn't always fire visibilitychange on navigation.
  window.addEventListener('pagehide', flushEvents)
}
