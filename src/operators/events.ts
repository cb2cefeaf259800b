/**
 * Selects stored analytics events for the collector at EVENTS_SINK_URL (docs/events.md).
 *   npm run events -- refused               counts permanently refused events by name and status
 *   npm run events -- resend                queues them again
 *   npm run events -- history [2026-11-01]  queues events stored before forwarding began, since that day
 * The running server sends them.
 */
import type { Database } from '#server/db/schema.ts'
import { forwardHistory, listRefused, MAX_COUNTED, resendRefused } from '#server/db/tables/event-forwarding.ts'
import { readSettings } from '#settings/read.ts'
import { operate, withDatabase } from './operation.ts'

const minute = (time: Date) => `${time.toISOString().slice(0, 16)}Z`

async function printRefused(db: Database): Promise<void> {
  const kinds = await listRefused(db)
  for (const { name, status, events, first, last } of kinds)
    console.log(`${`${events}`.padStart(8)}  ${status}  ${minute(first)} to ${minute(last)}  ${name}`)
  if (kinds.length === 0) console.log('No refused events.')
}

async function run(db: Database, command: string | undefined, day: string): Promise<void> {
  if (command === 'refused') return printRefused(db)
  if (command === 'resend') return console.log(`${await resendRefused(db)} events queued.`)
  const since = new Date(day)
  if (command !== 'history' || Number.isNaN(since.getTime()))
    throw new Error('Expected refused, resend, or history with a day such as 2026-11-01.')
  const waiting = await forwardHistory(db, since)
  console.log(`${waiting}${waiting >= MAX_COUNTED ? ' or more' : ''} events queued.`)
}

await operate(async () => {
  const [command, day = '1970-01-01'] = process.argv.slice(2)
  const settings = readSettings(process.env, { isProduction: true })
  if (!settings.EVENTS_SINK_URL) throw new Error('EVENTS_SINK_URL is not set.')
  await withDatabase(settings, (db) => run(db, command, day))
})
