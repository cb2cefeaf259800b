import type { Page } from '@playwright/test'

/** How long the page collects events before sending them. */
export const BATCH_MS = 2000

type SentEvent = { name: string; occurred_at: string; properties: Record<string, unknown> }

/**
 * The events that a page sends from now on. A test can't see a beacon's body, so the page reports its events; the
 * request itself is sent as usual.
 */
export async function recordEvents(page: Page): Promise<SentEvent[]> {
  const sent: SentEvent[] = []
  await page.exposeFunction('noteBeacon', (body: string) => sent.push(...JSON.parse(body).events))
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, data) => {
      void (data as Blob).text().then((window as unknown as { noteBeacon: (body: string) => void }).noteBeacon)
      return send(url, data)
    }
  })
  return sent
}
