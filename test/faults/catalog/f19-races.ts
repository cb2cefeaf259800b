import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'
import { check, postgresQuery } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal } from '../journal.ts'
import { failedOtherwise } from '../under-load.ts'
import { Visitor } from '../visitors.ts'

const AT_ONCE = 4

/** Sends all options of each question at once, spread over two processes. */
async function run(count: number): Promise<Tally> {
  const postgres = await startPostgres()
  const url = await createDatabase(postgres.url, 'races')
  const servers = await Promise.all([1, 2].map(() => startServer({ mode: 'serve', env: { DATABASE_URL: url } })))
  const origins = servers.map(({ origin }) => origin)
  const journal = await Journal.create()
  const broken: string[] = []
  for (let races = 0; races < count; ) {
    const visitor = new Visitor(origins[0] ?? '', journal)
    let attempt = await visitor.start()
    while (attempt?.status === 'open' && races < count) {
      const { id, answered, questions } = attempt
      const position = answered + 1
      const options = questions.find((question) => question.position === position)?.options ?? []
      const replies = await Promise.all(
        options.slice(0, AT_ONCE).map((option, n) => visitor.at(origins[n % 2] ?? '').answer(id, position, [option])),
      )
      races += 1
      if (new Set(replies.map((reply) => JSON.stringify(reply))).size !== 1)
        broken.push(`${id}: different replies to the answers to question ${position}`)
      attempt = replies[0]
    }
  }
  broken.push(...failedOtherwise(journal.outcomes(), []))
  const checked = await check(journal, { origin: origins[1] ?? '', query: postgresQuery(url) })
  const exits = servers.filter(({ process }) => process.exitCode !== null || process.signalCode !== null).length
  await journal.close()
  await Promise.all(servers.map((server) => server.stop()))
  await postgres.stop()
  return { injections: count, ...checked, exits, broken }
}

export const races: Fault = {
  id: 'F19',
  title: 'four different answers to one question at the same moment, on two processes',
  limit: 'exactly one counts, and all four get the same reply',
  count: 500,
  short: 30,
  run,
}
