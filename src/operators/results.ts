/**
 * Lists results that couldn't be delivered to RESULTS_WEBHOOK_URL, and resends results (docs/marketplace.md).
 *   npm run events -- results                            lists undelivered results
 *   npm run events -- results --given-up                 resends them
 *   npm run events -- results --since 2026-11-01T08:00Z  resends results finished or claimed since then
 *   npm run events -- results --id {assessment}          resends one result
 * The running server sends them.
 */
import { parseArgs } from 'node:util'
import type { Database } from '#server/db/schema.ts'
import { findGivenUp, type ResultsToResend, resend } from '#server/db/tables/result-deliveries.ts'
import { readSettings } from '#settings/read.ts'
import { operate, withDatabase } from './operation.ts'

const MAX_SHOWN = 1000

/** @returns undefined to list instead of resending */
function readResent(args: string[]): ResultsToResend | undefined {
  const options = { 'given-up': { type: 'boolean' }, since: { type: 'string' }, id: { type: 'string' } } as const
  const { values } = parseArgs({ args, options })
  const { since, id } = values
  if (Object.keys(values).length > 1) throw new Error('Use only one of --given-up, --since, and --id.')
  if (id !== undefined && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id))
    throw new Error('--id must be an assessment id.')
  const isTime = /^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(since ?? '') && !Number.isNaN(Date.parse(since ?? ''))
  if (since !== undefined && !isTime)
    throw new Error('--since must be a day (2026-11-01, in UTC) or a time (2026-11-01T08:00Z).')
  if (values['given-up']) return 'given up'
  if (id !== undefined) return { id }
  return since === undefined ? undefined : { since: new Date(since) }
}

async function listGivenUp(db: Database): Promise<void> {
  const rows = await findGivenUp(db, MAX_SHOWN)
  for (const { assessment_id, queued_at, tries, last_failure } of rows)
    console.log(`${assessment_id}  queued ${queued_at.toISOString()}  tried ${tries} times  ${last_failure}`)
  console.log(rows.length === MAX_SHOWN ? `The oldest ${MAX_SHOWN}.` : `${rows.length} undelivered.`)
}

await operate(async () => {
  const resent = readResent(process.argv.slice(2))
  const settings = readSettings(process.env, { isProduction: true })
  if (!settings.RESULTS_WEBHOOK_URL) throw new Error('RESULTS_WEBHOOK_URL is not set.')
  await withDatabase(settings, async (db) => {
    if (!resent) await listGivenUp(db)
    else console.log(`${await resend(db, resent)} results queued.`)
  })
})
