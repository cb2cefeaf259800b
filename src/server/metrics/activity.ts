import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '#settings/settings.ts'
import type { Database } from '../db/schema.ts'
import { type Counts, countMessages, type OutboxTopic } from '../db/tables/outbox.ts'
import { Overloaded, TooManyRequests } from '../http/http-error.ts'
import type { App } from '../http/server.ts'
import type { MarketplaceAddress } from '../marketplace-address.ts'
import type { Instruments } from './instruments.ts'

/** Counts requests rejected by a limit, by its name, or by the route if the database counts. */
export function countRefusals(app: App, { counter }: Instruments): void {
  const refusals = counter('refusals_total', 'Requests refused by a limit', ['limit'])
  app.addHook('onError', async (request, _reply, error: Error) => {
    if (error instanceof Overloaded) refusals.inc({ limit: 'overload' })
    else if (error instanceof TooManyRequests)
      refusals.inc({ limit: error.limit ?? request.routeOptions.url ?? 'none' })
  })
}

/** @returns the counter of sign-ins by method: a code, the app, or a provider */
export function countSignIns({ counter }: Instruments): (way: string) => void {
  const signIns = counter('sign_ins_total', 'Sign-ins that succeeded, by method', ['way'])
  return (way) => signIns.inc({ way })
}

type Call = { origin?: string; path?: string }

/**
 * Measures calls to the marketplace, the event collector, and the webhook through Node's fetch, by outcome: ok, refused (a
 * status from 400 up), or failed (no reply, or none in time).
 */
export function measureCalls(
  app: App,
  { durations: measured }: Instruments,
  settings: Pick<Settings, 'EVENTS_COLLECTOR_URL' | 'RESULTS_WEBHOOK_URL'> & MarketplaceAddress,
): void {
  const { EVENTS_COLLECTOR_URL: collector, RESULTS_WEBHOOK_URL: webhook, MARKETPLACE_API_URL: marketplace } = settings
  // The webhook comes first, because its address may start with the marketplace's.
  const targets = Object.entries({ webhook, collector, marketplace }).flatMap(([to, url]) => (url ? [{ to, url }] : []))
  if (targets.length === 0) return
  const durations = measured('call_duration_seconds', 'Duration of calls to other services, by service and outcome', [
    'to',
    'outcome',
  ])
  const begun = new WeakMap<object, { to: string; at: number }>()
  const end = (request: object, outcome: string) => {
    const call = begun.get(request)
    if (call) durations.observe({ to: call.to, outcome }, (performance.now() - call.at) / 1000)
    begun.delete(request)
  }
  const channels: Record<string, (message: unknown) => void> = {
    'undici:request:create': (message) => {
      const { request } = message as { request: Call }
      const address = `${request.origin}${request.path}`
      const target = targets.find(({ url }) => address.startsWith(url))
      if (target) begun.set(request, { to: target.to, at: performance.now() })
    },
    'undici:request:headers': (message) => {
      const { request, response } = message as { request: object; response: { statusCode: number } }
      end(request, response.statusCode < 400 ? 'ok' : 'refused')
    },
    'undici:request:error': (message) => end((message as { request: object }).request, 'failed'),
  }
  for (const [name, listener] of Object.entries(channels)) subscribe(name, listener)
  app.addHook('onClose', async () => {
    for (const [name, listener] of Object.entries(channels)) unsubscribe(name, listener)
  })
}

/** The longest that a scrape waits for the database. */
const MAX_PROBE_MS = 1000

export const inTime = <Result>(work: Promise<Result>, otherwise: Result): Promise<Result> =>
  Promise.race([work.catch(() => otherwise), sleep(MAX_PROBE_MS, otherwise, { ref: false })])

/** Callers that arrive during a read share its result, so all gauges of a scrape share one read. */
export function shared<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined
  return () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
}

/** The outbox, as every process sees it, for each topic with a receiver. */
export function measureOutbox(
  { labeledGauge }: Instruments,
  db: Database,
  { EVENTS_COLLECTOR_URL, RESULTS_WEBHOOK_URL }: Pick<Settings, 'EVENTS_COLLECTOR_URL' | 'RESULTS_WEBHOOK_URL'>,
): void {
  const none = { waiting: Number.NaN, oldestSeconds: Number.NaN, givenUp: Number.NaN }
  const topics = Object.entries({ events: EVENTS_COLLECTOR_URL, results: RESULTS_WEBHOOK_URL }).flatMap(
    ([topic, url]) =>
      url ? [{ topic, count: shared(() => inTime(countMessages(db, topic as OutboxTopic), none)) }] : [],
  )
  const gauge = (name: string, help: string, read: (counts: Counts) => number) =>
    labeledGauge(`outbox_${name}`, help, ['topic'], async (set) => {
      for (const { topic, count } of topics) set({ topic }, read(await count()))
    })
  gauge('waiting', 'Messages to deliver; 10000 is that or more', ({ waiting }) => waiting)
  gauge('oldest_seconds', 'Age of the oldest message to deliver', ({ oldestSeconds }) => oldestSeconds)
  gauge('given_up', 'Messages that the receiver never accepted', ({ givenUp }) => givenUp)
}

type Senders = Partial<Record<'email' | 'phone' | 'notice', (message: never) => Promise<void>>>

/** The same sender, counting each try to send a message by channel and outcome. */
export function countedSender<Sender extends Senders>(sender: Sender, { counter }: Instruments): Sender {
  const help = 'Codes and notices handed to the email and text message services'
  const messages = counter('messages_total', help, ['channel', 'outcome'])
  const counted = Object.entries(sender).map(([channel, send]) => {
    for (const outcome of ['sent', 'failed']) messages.inc({ channel, outcome }, 0)
    const sendCounted = async (message: never) => {
      try {
        await send(message)
        messages.inc({ channel, outcome: 'sent' })
      } catch (error) {
        messages.inc({ channel, outcome: 'failed' })
        throw error
      }
    }
    return [channel, sendCounted]
  })
  return Object.fromEntries(counted)
}
