import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Query } from './check-database.ts'

/** By kind: everything that isn't in the outbox, so it must have been received. */
const SENT = {
  result: `select id from assessments where finished_at is not null and user_id is not null
    and id not in (select assessment_id from outbox where assessment_id is not null)`,
  event: 'select id from events where id not in (select event_id from outbox where event_id is not null)',
}

/** A webhook and a collector that accept everything. */
export async function startReceivers() {
  const received = new Set<unknown>()
  const server = createServer(async (request, response) => {
    const { data, batch = [] } = JSON.parse(await text(request))
    for (const { messageId } of batch) received.add(messageId)
    if (data) received.add(data.assessment_id)
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: {
      RESULTS_WEBHOOK_URL: `${origin}/results`,
      RESULTS_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
      EVENTS_COLLECTOR_URL: `${origin}/events`,
    },
    /** How many messages were received. */
    count: () => received.size,
    /** Messages neither received nor waiting. Call it once no process runs. */
    async findLost(query: Query): Promise<string[]> {
      const lost = Object.entries(SENT).map(async ([kind, sql]) =>
        (await query(sql)).filter(({ id }) => !received.has(id)).map(({ id }) => `${kind} ${id} was never sent`),
      )
      return (await Promise.all(lost)).flat()
    },
    stop: () => server.close(),
  }
}
