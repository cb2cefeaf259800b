import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { ResultMessage } from '#contract/results.ts'
import { describeResults } from '../api/results.ts'
import { markDelivered, markFailed, subscribe, takeDue } from '../db/results.ts'
import type { Database } from '../db/schema.ts'
import { describeFailure } from '../marketplace/client.ts'
import { listNames } from '../marketplace-settings.ts'
import type { Settings } from '../settings.ts'
import { deliverWhileRunning, PACE } from './forward-events.ts'

export type WebhookSettings = Pick<Settings, 'RESULTS_WEBHOOK_URL' | 'RESULTS_WEBHOOK_SECRET'>

const AT_ONCE = 8

const [MINUTE, HOUR] = [60, 3600]

/** The seconds after each try, over three days, as https://www.standardwebhooks.com suggests; the first is longer than a try lasts. */
const PAUSES = [30, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

type Message = { id: string; timestamp: number; body: string }

/** `webhook-signature` of the Standard Webhooks: one signature for each secret in the setting, so that secrets can be replaced. */
export function signMessage(secrets: string, { id, timestamp, body }: Message): string {
  return listNames(secrets)
    .map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ')
}

/**
 * Posts finished tests to the operator's webhook, each at least once, until it replies with 2xx: again with growing pauses for three days, then never,
 * unless told to (`npm run events -- results`). Processes share the work.
 * @returns a function that aborts the current requests and stops
 */
export function startResultDelivery(
  db: Database,
  { RESULTS_WEBHOOK_URL: url, RESULTS_WEBHOOK_SECRET: secrets }: WebhookSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { pauses = PAUSES, pace = PACE } = {},
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let isSubscribed = false

  async function post(result: ResultMessage['data'], traceparent: string | null): Promise<void> {
    const message: ResultMessage = { type: 'assessment.finished', timestamp: result.finished_at, data: result }
    // The same for every try, so that a receiver drops what it has.
    const id = `finished_${result.assessment_id}`
    const [body, timestamp] = [JSON.stringify(message), Math.floor(Date.now() / 1000)]
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
      signal: AbortSignal.any([signal, AbortSignal.timeout(pace.timeoutMs)]),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The webhook replied with ${response.status}.`)
  }

  /** @returns why it was not taken */
  async function deliver(result: ResultMessage['data'], traceparent: string | null): Promise<unknown> {
    try {
      await post(result, traceparent)
    } catch (error) {
      if (!signal.aborted) await markFailed(db, result.assessment_id, describeFailure(error))
      return error
    }
    await markDelivered(db, result.assessment_id)
    return undefined
  }

  async function deliverBatch(): Promise<boolean> {
    if (!isSubscribed) await subscribe(db)
    isSubscribed = true
    const due = await takeDue(db, AT_ONCE, pauses)
    const results = await describeResults(db, due)
    const failures = await Promise.all(results.map((result, index) => deliver(result, due[index]?.traceparent ?? null)))
    if (due.length > 0 && failures.every((failure) => failure !== undefined)) throw failures[0]
    return due.length === AT_ONCE
  }

  const running = url
    ? deliverWhileRunning(deliverBatch, {
        signal,
        pace,
        onFailure: (err) => log.warn({ err }, 'the webhook takes no results; will retry'),
      })
    : Promise.resolve()
  return async () => {
    stopping.abort()
    await running
  }
}
