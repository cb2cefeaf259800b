/** `npm run events -- ping`: posts a signed message of the type `webhook.test` to RESULTS_WEBHOOK_URL. */
import { randomUUID } from 'node:crypto'
import { TIMEOUT_MS } from '#server/jobs/outbox.ts'
import { postSigned } from '#server/jobs/results-webhook.ts'
import { readSettings } from '#settings/read.ts'
import { operate } from './operation.ts'

await operate(async () => {
  const settings = readSettings(process.env)
  if (!settings.RESULTS_WEBHOOK_URL) throw new Error('RESULTS_WEBHOOK_URL is not set.')
  const body = JSON.stringify({ type: 'webhook.test', timestamp: new Date().toISOString(), data: {} })
  await postSigned(settings, { id: `test_${randomUUID()}`, body }, AbortSignal.timeout(TIMEOUT_MS))
  console.log('The webhook accepted the test message.')
})
