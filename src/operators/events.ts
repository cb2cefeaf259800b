/**
 * Which stored analytics events the collector of EVENTS_SINK_URL gets (docs/events.md), in the database that `npm run
 * serve` uses.
 *   npm run events -- refused               what it refused for good, by event and status
 *   npm run events -- resend                sends that again
 *   npm run events -- history [2026-11-01]  sends what was stored before it was switched on, from that day on
 * The running server does the sending.
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
  if (kinds.length === 0) console.log('Nothing is refused.')
}

async function run(db: Database, command: string | undefined, day: string): Promise<void> {
  if (command === 'refused') return printRefused(db)
  if (command === 'resend') return console.log(`${await resendRefused(db)} events are sent again.`)
  const since = new Date(day)
  if (command !== 'history' || Number.isNaN(since.getTime()))
    throw new Error('Say what: refused, resend, or history with a day such as 2026-11-01.')
  const waiting = await forwardHistory(db, since)
  console.log(`${waiting}${waiting >= MAX_COUNTED ? ' or more' : ''} events wait to be sent.`)
}

await operate(async () => {
  const [command, day = '1970-01-01'] = process.argv.slice(2)
  const settings = readSettings(process.env, { isProduction: true })
  if (!settings.EVENTS_SINK_URL) throw new Error('Set EVENTS_SINK_URL, as the server does: there is no collector.')
  await withDatabase(settings, (db) => run(db, command, day))
})
