import { administer } from '#harness/postgres.ts'
import { checkApi } from './check-api.ts'
import { checkDatabase, type Query } from './check-database.ts'
import type { Findings, Tally } from './fault.ts'
import { readHistory } from './history.ts'
import type { Journal } from './journal.ts'

const MAX_SHOWN = 10

export type Checked = Pick<Tally, 'acknowledged' | 'lost' | 'wrong'>

/** Compares the clients' acknowledged data with the service's replies and, given a query, with the database. */
export async function check(
  journal: Pick<Journal, 'entries'> & Partial<Pick<Journal, 'keep'>>,
  { origin, query }: { origin?: string; query?: Query },
): Promise<Checked> {
  const history = readHistory(journal.entries())
  const looks: Findings[] = [{ lost: [], wrong: history.wrong }]
  if (origin) looks.push(await checkApi(origin, history))
  if (query) looks.push(await checkDatabase(query, history))
  const lost = [...new Set(looks.flatMap((found) => found.lost))]
  const wrong = [...new Set(looks.flatMap((found) => found.wrong))]
  for (const line of [...lost.slice(0, MAX_SHOWN), ...wrong.slice(0, MAX_SHOWN)]) console.error(`  ${line}`)
  const file = lost.length + wrong.length > 0 && journal.keep?.()
  if (file) console.error(`  The clients' journal is in ${file}`)
  return { acknowledged: history.acknowledged, lost: lost.length, wrong: wrong.length }
}

export const postgresQuery =
  (url: string): Query =>
  (statement) =>
    administer(url, statement)
