import { createHmac } from 'node:crypto'
import type { ResultMessage } from '#contract/results.ts'
import type { Settings } from '#settings/settings.ts'
import { describeResults } from '../attempts/finished-results.ts'
import type { Database } from '../db/schema.ts'
import type { Failure } from '../db/tables/outbox.ts'
import { findResults, type ResultRow } from '../db/tables/results.ts'
import { describeFailure } from '../guarded-fetch.ts'
import { issuerOf, type MarketplaceAddress } from '../marketplace-address.ts'
import { type Receiver, TIMEOUT_MS } from './outbox.ts'

type WebhookSettings = Pick<Settings, 'RESULTS_WEBHOOK_URL' | 'RESULTS_WEBHOOK_SECRET'> & MarketplaceAddress

const AT_ONCE = 8

const NOBODY = 'The account predates a change of MARKETPLACE_API_URL, so it has no id there.'

type Message = { id: string; timestamp: number; body: string }

/** `webhook-signature` of Standard Webhooks: one signature per secret in the setting, so secrets can be rotated. */
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

/** The operator's webhook, which gets one finished test per message; undefined without one. */
export function resultsWebhook(db: Database, settings: WebhookSettings, timeoutMs = TIMEOUT_MS): Receiver | undefined {
  if (settings.RESULTS_WEBHOOK_URL === '') return undefined
  const issuer = issuerOf(settings)

  async function post(
    data: ResultMessage['data'],
    traceparent: string | null,
    signal: AbortSignal,
  ): Promise<Failure[]> {
    const { assessment_id, finished_at } = data
    const message: ResultMessage = { type: 'assessment.finished', timestamp: finished_at, data }
    // The same on every try, so receivers can drop duplicates.
    const id = `finished_${assessment_id}`
    const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    return postSigned(settings, { id, body: JSON.stringify(message), traceparent }, until).then(
      () => [],
      (error) => [{ id: assessment_id, error: describeFailure(error), isFinal: false }],
    )
  }

  return {
    atOnce: AT_ONCE,
    async send(messages, signal) {
      const traces = new Map(messages.map(({ id, traceparent }) => [id, traceparent]))
      const rows = await findResults(db, [...traces.keys()], issuer)
      const isKnown = (row: (typeof rows)[number]): row is ResultRow => row.user_id !== null
      const results = await describeResults(db, rows.filter(isKnown))
      const failures = await Promise.all(
        results.map((result) => post(result, traces.get(result.assessment_id) ?? null, signal)),
      )
      const unknown = rows.filter((row) => !isKnown(row))
      return [...failures.flat(), ...unknown.map((row) => ({ id: row.assessment_id, error: NOBODY, isFinal: true }))]
    },
  }
}
