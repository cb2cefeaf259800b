import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { ResultMessage } from '#contract/results.ts'
import type { Settings } from '#settings/settings.ts'
import { describeResults } from '../attempts/finished-results.ts'
import type { Database } from '../db/schema.ts'
import { markDelivered, markFailed, subscribe, takeDue } from '../db/tables/result-deliveries.ts'
import { describeFailure } from '../guarded-fetch.ts'
import { issuerOf, type MarketplaceAddress } from '../marketplace-address.ts'
import { deliverUntilStopped, PACE, type Stop } from './loop.ts'

export type WebhookSettings = Pick<Settings, 'RESULTS_WEBHOOK_URL' | 'RESULTS_WEBHOOK_SECRET'> & MarketplaceAddress

const AT_ONCE = 8

const [MINUTE, HOUR] = [60, 3600]

/**
 * The seconds after each try, over three days, as https://www.standardwebhooks.com suggests; the first is longer than a
 * try lasts.
 */
const PAUSES = [30, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

type Message = { id: string; timestamp: number; body: string }

type Delivery = { result: ResultMessage['data']; traceparent: string | null }

/**
 * `webhook-signature` of the Standard Webhooks: one signature for each secret in the setting, so that secrets can be
 * replaced.
 */
export function signMessage(secrets: readonly string[], { id, timestamp, body }: Message): string {
  return secrets
    .map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ')
}

/** @throws Error unless the webhook takes the message */
export async function postSigned(
  { RESULTS_WEBHOOK_URL: url, RESULTS_WEBHOOK_SECRET: secrets }: Omit<WebhookSettings, keyof MarketplaceAddress>,
  { id, body, traceparent = null }: { id: string; body: string; traceparent?: string | null },
  signal: AbortSignal,
): Promise<void> {
  const timestamp = Math.floor(Date.now() / 1000)
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'language-assessment',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signMessage(secrets, { id, timestamp, body }),
      ...(traceparent ? { traceparent } : {}),
    },
    body,
    redirect: 'error',
    signal,
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The webhook replied with ${response.status}.`)
}

/**
 * Posts finished tests to the operator's webhook, each at least once, until it replies with 2xx: again with growing
 * pauses for three days, then never, unless told to (`npm run events -- results`). Processes share the work.
 */
export function startResultDelivery(
  db: Database,
  settings: WebhookSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { pauses = PAUSES, pace = PACE } = {},
): Stop {
  if (settings.RESULTS_WEBHOOK_URL === '') return async () => undefined
  const issuer = issuerOf(settings)
  let isSubscribed = false

  async function post({ result, traceparent }: Delivery, signal: AbortSignal): Promise<void> {
    const message: ResultMessage = { type: 'assessment.finished', timestamp: result.finished_at, data: result }
    // The same for every try, so that a receiver drops what it has.
    const id = `finished_${result.assessment_id}`
    const body = JSON.stringify(message)
    const until = AbortSignal.any([signal, AbortSignal.timeout(pace.timeoutMs)])
    await postSigned(settings, { id, body, traceparent }, until)
  }

  /** @returns why it was not taken */
  async function deliver(delivery: Delivery, signal: AbortSignal): Promise<unknown> {
    const id = delivery.result.assessment_id
    try {
      await post(delivery, signal)
    } catch (error) {
      if (!signal.aborted) await markFailed(db, id, describeFailure(error))
      return error
    }
    await markDelivered(db, id)
    return undefined
  }

  async function deliverBatch(signal: AbortSignal): Promise<boolean> {
    if (!isSubscribed) await subscribe(db)
    isSubscribed = true
    const due = await takeDue(db, { limit: AT_ONCE, issuer, pauses })
    const results = await describeResults(db, due)
    const failures = await Promise.all(
      results.map((result, index) => deliver({ result, traceparent: due[index]?.traceparent ?? null }, signal)),
    )
    if (due.length > 0 && failures.every((failure) => failure !== undefined)) throw failures[0]
    return due.length === AT_ONCE
  }

  return deliverUntilStopped(deliverBatch, {
    pace,
    onFailure: (err) => log.warn({ err }, 'the webhook takes no results; will retry'),
  })
}
