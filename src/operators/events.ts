/**
 * Messages to RESULTS_WEBHOOK_URL (docs/marketplace.md) and EVENTS_COLLECTOR_URL (docs/events.md):
 *   npm run events -- list                                     counts undelivered messages by reason
 *   npm run events -- resend results --given-up                queues them again
 *   npm run events -- resend results --since 2026-11-01T08:00Z queues results of tests finished since then
 *   npm run events -- resend results --id {assessment}         queues one result
 *   npm run events -- resend events …                          the same for events
 * The running server sends them.
 */
import { parseArgs } from 'node:util'
import type { Database } from '#server/db/schema.ts'
import { listGivenUp, type MessagesToResend, type OutboxTopic, resend, TOPICS } from '#server/db/tables/outbox.ts'
import { readSettings } from '#settings/read.ts'
import { operate, withDatabase } from './operation.ts'

const minute = (time: Date) => `${time.toISOString().slice(0, 16)}Z`

async function printGivenUp(db: Database): Promise<void> {
  for (const topic of TOPICS) {
    const kinds = await listGivenUp(db, topic)
    for (const { event, last_error, messages, first, last, example } of kinds)
      console.log(
        `${messages} ${topic}${event ? ` (${event})` : ''}, queued ${minute(first)} to ${minute(last)}, ` +
          `such as ${example}: ${last_error}`,
      )
    if (kinds.length === 0) console.log(`No ${topic} were given up.`)
  }
}

/** @throws Error that says what was expected */
function readResend(args: string[]): { topic: OutboxTopic; what: MessagesToResend } {
  const options = { 'given-up': { type: 'boolean' }, since: { type: 'string' }, id: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const { since, id } = values
  const topic = TOPICS.find((one) => one === positionals[0])
  if (!topic || positionals.length > 1) throw new Error('Expected "resend results" or "resend events".')
  if (Object.keys(values).length !== 1) throw new Error('Use one of --given-up, --since, and --id.')
  if (values['given-up']) return { topic, what: 'given up' }
  if (id !== undefined) {
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) throw new Error('--id must be a UUID.')
    return { topic, what: { id } }
  }
  const isTime = /^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(since ?? '') && !Number.isNaN(Date.parse(since ?? ''))
  if (!isTime) throw new Error('--since must be a day (2026-11-01, in UTC) or a time (2026-11-01T08:00Z).')
  return { topic, what: { since: new Date(since as string) } }
}

await operate(async () => {
  const [command, ...args] = process.argv.slice(2)
  const settings = readSettings(process.env, { isProduction: true })
  if (command === 'list') return withDatabase(settings, printGivenUp)
  const { topic, what } = readResend(args)
  const setting = topic === 'results' ? 'RESULTS_WEBHOOK_URL' : 'EVENTS_COLLECTOR_URL'
  if (!settings[setting]) throw new Error(`${setting} is not set.`)
  await withDatabase(settings, async (db) => console.log(`${await resend(db, topic, what)} ${topic} queued.`))
})
