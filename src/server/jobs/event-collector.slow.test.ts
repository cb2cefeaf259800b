import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { urls } from '#contract/urls.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { HANG_MS } from '#harness/time-limit.ts'
import { deleteEventsOf, insertEvents } from '../db/tables/events.ts'
import { beginTopic, listGivenUp, resend } from '../db/tables/outbox.ts'
import { eventCollector } from './event-collector.ts'
import { startOutbox } from './outbox.ts'

/** Too many to run out during a test. */
const PAUSES = Array<number>(30_000).fill(0.03)

type Received = { headers: IncomingMessage['headers']; body: { batch: { messageId: string }[] } & { id: string }[] }

/** A collector; `mode` sets how it behaves. */
class Collector {
  readonly received: Received[] = []
  mode: 'healthy' | 'slow' | 'failing' | 'losesReplies' | 'unauthorized' = 'healthy'
  /** It refuses batches that contain any of these events. */
  bad: readonly string[] = []
  tries = 0
  #server: Server | undefined
  #port = 0

  async start(): Promise<void> {
    this.#server = createServer(async (request, response) => {
      const body = JSON.parse(await text(request))
      this.tries++
      if (this.mode === 'slow') return
      if (this.mode === 'failing') return response.writeHead(503).end()
      if (this.mode === 'unauthorized') return response.writeHead(401).end()
      if (this.bad.some((id) => JSON.stringify(body).includes(id))) return response.writeHead(400).end()
      this.received.push({ headers: request.headers, body })
      if (this.mode === 'losesReplies') return request.socket.destroy()
      response.writeHead(200).end('{"success":true}')
    })
    await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((resolve) => this.#server?.close(resolve))
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/v1/batch`
  }

  get messageIds(): string[] {
    return this.received.flatMap(({ body }) => body.batch.map(({ messageId }) => messageId))
  }
}

let world: TestApp
let collector: Collector
let stops: (() => Promise<void>)[]
beforeEach(async () => {
  ;[world, collector, stops] = [await startTestApp(), new Collector(), []]
  await collector.start()
  // As if the collector had been on from the start.
  await beginTopic(world.db, 'events')
})
afterEach(async () => {
  for (const stop of stops) await stop()
  await collector.stop()
  await world.close()
})

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const flow_id = '0-english-1795259399587'

async function recordEvents(count: number): Promise<void> {
  const occurredAt = '2026-11-21T10:00:00.000Z'
  const events = Array.from({ length: count }, () => ({
    name: 'select_language',
    occurredAt,
    traceparent: TRACE,
    properties: { flow_id, language: 'french' },
  }))
  await insertEvents(world.db, { visitor: 'visitor-hash', userId: null }, events)
}

function forward({ timeoutMs = HANG_MS, url = collector.url, pauses = PAUSES } = {}) {
  const warn = vi.fn()
  const receiver = eventCollector(world.db, { EVENTS_COLLECTOR_URL: url, EVENTS_COLLECTOR_TOKEN: 'key' }, timeoutMs)
  const stop = startOutbox(world.db, { events: receiver }, { warn }, { idleMs: 20, pauses })
  stops.push(stop)
  return { stop, warn }
}

const allIds = async () => {
  const rows = await world.db.selectFrom('events').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
const waitingIds = async () => {
  const { rows } = await sql<{ id: string }>`
    select event_id as id from outbox where due < 'infinity' order by event_id`.execute(world.db)
  return rows.map(({ id }) => id)
}
const allForwarded = () => vi.waitFor(async () => expect(await waitingIds()).toEqual([]), { timeout: HANG_MS })

describe('forwarding events', () => {
  it('sends all stored and new events, in batches, each exactly once if nothing fails', async () => {
    await recordEvents(450)
    forward()
    await allForwarded()
    await recordEvents(3)
    await allForwarded()
    expect(collector.messageIds.toSorted()).toEqual(await allIds())
    expect(collector.received.map(({ body }) => body.batch.length)).toEqual(expect.arrayContaining([200, 200, 50]))
    const [first] = collector.received
    expect(first?.headers.authorization).toBe(`Basic ${btoa('key:')}`)
    expect(first?.body.batch[0]).toEqual({
      type: 'track',
      messageId: expect.any(String),
      anonymousId: 'visitor-hash',
      event: 'select_language',
      timestamp: '2026-11-21T10:00:00.000Z',
      properties: { flow_id, language: 'french' },
      context: { traceparent: TRACE },
    })
  })

  it('notifies the collector once of a deleted account', async () => {
    await recordEvents(2)
    forward()
    await allForwarded()
    await deleteEventsOf(world.db, { userId: 7, visitor: 'visitor-hash' })
    const last = () => collector.received.at(-1)?.body.batch
    const told = { type: 'track', event: 'Account Deleted', anonymousId: 'visitor-hash' }
    await vi.waitFor(() => expect(last()).toMatchObject([told]), { timeout: HANG_MS })
    expect(JSON.stringify(last())).toContain(`{"flow_ids":["${flow_id}"]}`)
    // None of the browser's events remain, not even the notice.
    await vi.waitFor(async () => expect(await world.db.selectFrom('events').select('id').execute()).toEqual([]), {
      timeout: HANG_MS,
    })
  })

  it('survives a collector that is slow, fails, goes down and comes back: nothing is lost', async () => {
    collector.mode = 'slow'
    await recordEvents(5)
    const { warn } = forward({ timeoutMs: 250 })
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2), { timeout: HANG_MS })
    collector.mode = 'failing'
    const tries = collector.tries
    await vi.waitFor(() => expect(collector.tries).toBeGreaterThan(tries + 2), { timeout: HANG_MS })
    await collector.stop()
    await recordEvents(5)
    const warnings = warn.mock.calls.length
    await vi.waitFor(() => expect(warn.mock.calls.length).toBeGreaterThan(warnings + 2), { timeout: HANG_MS })
    expect(await waitingIds()).toHaveLength(10)
    collector.mode = 'healthy'
    await collector.start()
    await allForwarded()
    expect([...new Set(collector.messageIds)].sort()).toEqual(await allIds())
  })

  it('starts with new events when switched on, and sends older ones on request', async () => {
    await forward({ url: '' }).stop()
    await recordEvents(3)
    expect(await waitingIds()).toEqual([])
    forward()
    const topics = () => world.db.selectFrom('outbox_receivers').select('topic').execute()
    await vi.waitFor(async () => expect(await topics()).toEqual([{ topic: 'events' }]), { timeout: HANG_MS })
    await recordEvents(2)
    await allForwarded()
    expect(collector.messageIds).toHaveLength(2)
    expect(await resend(world.db, 'events', { since: new Date(0) })).toBe(5)
    await allForwarded()
    expect(collector.messageIds).toHaveLength(7)
    expect([...new Set(collector.messageIds)].sort()).toEqual(await allIds())
  })

  it('sets permanently refused events aside, loses no others, and resends them on request', async () => {
    await recordEvents(60)
    const [one = '', ...others] = await allIds()
    collector.bad = [one]
    const { warn } = forward()
    await allForwarded()
    expect(collector.messageIds.toSorted()).toEqual(others)
    const error = 'The collector replied with 400.'
    const told = { event: 'select_language', last_error: error, messages: 1, example: one }
    expect(await listGivenUp(world.db, 'events')).toMatchObject([told])
    const line = { topic: 'events', messages: 1, error }
    expect(warn).toHaveBeenCalledExactlyOnceWith(line, expect.stringContaining('gave up'))
    // Refused again, it's set aside again.
    expect(await resend(world.db, 'events', 'given up')).toBe(1)
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2), { timeout: HANG_MS })
    expect(await listGivenUp(world.db, 'events')).toMatchObject([told])
    collector.bad = []
    await resend(world.db, 'events', 'given up')
    await vi.waitFor(() => expect(collector.messageIds).toContain(one), { timeout: HANG_MS })
    await allForwarded()
    expect(await listGivenUp(world.db, 'events')).toEqual([])
    expect(collector.messageIds).toHaveLength(60)
  })

  it.each([
    ['one after the other', (at: number) => at < 50],
    ['far apart', (at: number) => at % 12 === 5],
    ['every other one', (at: number) => at % 2 === 0],
  ])('doesn’t lose good events in a batch with many bad ones: %s', async (_, isBad) => {
    await recordEvents(200)
    const ids = await allIds()
    collector.bad = ids.filter((_, at) => isBad(at))
    forward()
    await allForwarded()
    expect(collector.messageIds.toSorted()).toEqual(ids.filter((_, at) => !isBad(at)))
    expect(await listGivenUp(world.db, 'events')).toMatchObject([{ messages: collector.bad.length }])
  })

  it('resends each event alone to a collector that refuses everything, and retries one that rejects our credentials', async () => {
    await recordEvents(40)
    collector.bad = await allIds()
    const { warn } = forward()
    await allForwarded()
    expect(collector.tries).toBe(41)
    expect(await listGivenUp(world.db, 'events')).toMatchObject([{ messages: 40 }])
    collector.mode = 'unauthorized'
    warn.mockClear()
    await recordEvents(1)
    await vi.waitFor(() => expect(warn.mock.calls.length).toBeGreaterThan(1), { timeout: HANG_MS })
    expect(await waitingIds()).toHaveLength(1)
  })

  it('resends events accepted without a reply, with the same ids', async () => {
    collector.mode = 'losesReplies'
    await recordEvents(3)
    forward()
    await vi.waitFor(() => expect(collector.received.length).toBeGreaterThan(1), { timeout: HANG_MS })
    expect(await waitingIds()).toHaveLength(3)
    collector.mode = 'healthy'
    await allForwarded()
    expect([...new Set(collector.messageIds)].sort()).toEqual(await allIds())
  })

  it('two processes share the work: each event is sent once', async () => {
    await recordEvents(1)
    // Longer than a batch takes, so no process takes over another's batch.
    const pauses = [HANG_MS / 1000]
    const first = forward({ pauses })
    await allForwarded()
    forward({ pauses })
    await recordEvents(400)
    await allForwarded()
    await first.stop()
    await recordEvents(5)
    await allForwarded()
    expect(collector.messageIds).toHaveLength(406)
    expect(new Set(collector.messageIds).size).toBe(406)
  })

  it('doesn’t delay visitors while the collector hangs', async () => {
    collector.mode = 'slow'
    await recordEvents(5)
    // Waiting for the collector would take longer than this test.
    forward({ timeoutMs: 600_000 })
    await vi.waitFor(() => expect(collector.tries).toBe(1), { timeout: HANG_MS })
    const client = new ApiClient(world.app)
    const event = { name: 'select_language', occurred_at: new Date().toISOString() }
    const events = [{ ...event, properties: { flow_id, language: 'french' } }]
    expect(await client.send('POST', urls.events, { events })).toMatchObject({ status: 202 })
    expect((await client.play('english', () => true)).status).toBe('finished')
    expect(collector.tries).toBe(1)
  })
})
