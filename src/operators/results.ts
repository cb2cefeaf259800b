/**
 * Results that the webhook of RESULTS_WEBHOOK_URL never took, and results to be sent again (docs/marketplace.md), in
 * the database that `npm run serve` uses.
 *   npm run events -- results                            lists what it never took
 *   npm run events -- results --given-up                 sends that again
 *   npm run events -- results --since 2026-11-01T08:00Z  sends again what was finished or claimed since then
 *   npm run events -- results --id {assessment}       sends one result again
 * The running server does the sending.
 */
import { parseArgs } from 'node:util'
import type { Database } from '#server/db/schema.ts'
import { findGivenUp, type ResultsToResend, resend } from '#server/db/tables/result-deliveries.ts'
import { readSettings } from '#settings/read.ts'
import { operate, withDatabase } from './operation.ts'

const MAX_SHOWN = 1000

/** @returns undefined if nothing is to be sent again */
function readResent(args: string[]): ResultsToResend | undefined {
  const options = { 'given-up': { type: 'boolean' }, since: { type: 'string' }, id: { type: 'string' } } as const
  const { values } = parseArgs({ args, options })
  const { since, id } = values
  if (Object.keys(values).length > 1) throw new Error('Give one of --given-up, --since and --id.')
  if (id !== undefined && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id))
    throw new Error('--id must be the id of an assessment.')
  const isTime = /^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(since ?? '') && !Number.isNaN(Date.parse(since ?? ''))
  if (since !== undefined && !isTime)
    throw new Error('--since must be a day such as 2026-11-01, in UTC, or a time such as 2026-11-01T08:00Z.')
  if (values['given-up']) return 'given up'
  if (id !== undefined) return { id }
  return since === undefined ? undefined : { since: new Date(since) }
}

async function listGivenUp(db: Database): Promise<void> {
  const rows = await findGivenUp(db, MAX_SHOWN)
  for (const { assessment_id, queued_at, tries, last_failure } of rows)
    console.log(`${assessment_id}  queued ${queued_at.toISOString()}  tried ${tries} times  ${last_failure}`)
  console.log(rows.length === MAX_SHOWN ? `The oldest ${MAX_SHOWN}.` : `${rows.length} given up.`)
}

await operate(async () => {
  const resent = readResent(process.argv.slice(2))
  const settings = readSettings(process.env, { isProduction: true })
  if (!settings.RESULTS_WEBHOOK_URL)
    throw new Error('Set RESULTS_WEBHOOK_URL, as the server does: there is no webhook.')
  await withDatabase(settings, async (db) => {
    if (!resent) await listGivenUp(db)
    else console.log(`${await resend(db, resent)} results are sent again.`)
  })
})
