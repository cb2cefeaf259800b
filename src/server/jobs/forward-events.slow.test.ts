import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { urls } from '#contract/urls.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { HANG_MS } from '#harness/time-limit.ts'
import { forwardHistory, listRefused, resendRefused } from '../db/tables/event-forwarding.ts'
import { deleteEventsOf, insertEvents } from '../db/tables/events.ts'
import { type SinkSettings, startForwarder } from './forward-events.ts'

const PACE = { timeoutMs: HANG_MS, idleMs: 20, firstPauseMs: 10, longestPauseMs: 40 }

type Received = { headers: IncomingMessage['headers']; body: { batch: { messageId: string }[] } & { id: string }[] }

/** A collector; `mode` sets how it behaves. */
class Collector {
  readonly received: Received[] = []
  mode: 'well' | 'slow' | 'failing' | 'losesReplies' | 'unauthorized' = 'well'
  /** The events for which it refuses a batch. */
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
  // As if it had been switched on before anything happened.
  await forwardHistory(world.db, new Date(0))
})
afterEach(async () => {
  for (const stop of stops) await stop()
  await collector.stop()
  await world.close()
})

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const flow_id = '0-english-1795259399587'

async function happen(count: number): Promise<void> {
  const occurredAt = '2026-11-21T10:00:00.000Z'
  const events = Array.from({ length: count }, () => ({
    name: 'select_language',
    occurredAt,
    traceparent: TRACE,
    properties: { flow_id, language: 'french' },
  }))
  await insertEvents(world.db, { visitor: 'visitor-hash', userId: null }, events)
}

function forward(changed: Partial<SinkSettings> = {}, pace = PACE) {
  const warn = vi.fn()
  const settings: SinkSettings = {
    EVENTS_SINK_URL: collector.url,
    EVENTS_SINK_TOKEN: 'key',
    ...changed,
  }
  const stop = startForwarder(world.db, settings, { warn }, pace)
  stops.push(stop)
  return { stop, warn }
}

const idsOf = async (isForwarded: boolean) => {
  const rows = await world.db.selectFrom('events').select(['id', 'forwarded_at']).orderBy('id').execute()
  return rows.filter(({ forwarded_at }) => (forwarded_at !== null) === isForwarded).map(({ id }) => id)
}
const allForwarded = () => vi.waitFor(async () => expect(await idsOf(false)).toEqual([]), { timeout: HANG_MS })

describe('forwarding events', () => {
  it('sends all stored and new events, in batches, each once if nothing fails', async () => {
    await happen(450)
    forward()
    await allForwarded()
    await happen(3)
    await allForwarded()
    expect(collector.messageIds.toSorted()).toEqual(await idsOf(true))
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

  it('tells the collector once that an account is deleted', async () => {
    await happen(2)
    forward()
    await allForwarded()
    await deleteEventsOf(world.db, { userId: 7, visitor: 'visitor-hash' }, true)
    const last = () => collector.received.at(-1)?.body.batch
    const told = { type: 'track', event: 'Account Deleted', anonymousId: 'visitor-hash' }
    await vi.waitFor(() => expect(last()).toMatchObject([told]), { timeout: HANG_MS })
    expect(JSON.stringify(last())).toContain(`{"flow_ids":["${flow_id}"]}`)
    // Nothing of the browser remains, not even the notice.
    await vi.waitFor(async () => expect(await world.db.selectFrom('events').select('id').execute()).toEqual([]), {
      timeout: HANG_MS,
    })
  })

  it('survives a collector that is slow, fails, goes down and comes back: nothing is lost', async () => {
    collector.mode = 'slow'
    await happen(5)
    const { warn } = forward({}, { ...PACE, timeoutMs: 250 })
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2), { timeout: HANG_MS })
    collector.mode = 'failing'
    const tries = collector.tries
    await vi.waitFor(() => expect(collector.tries).toBeGreaterThan(tries + 2), { timeout: HANG_MS })
    await collector.stop()
    await happen(5)
    const warnings = warn.mock.calls.length
    await vi.waitFor(() => expect(warn.mock.calls.length).toBeGreaterThan(warnings + 2), { timeout: HANG_MS })
    expect(await idsOf(true)).toEqual([])
    collector.mode = 'well'
    await collector.start()
    await allForwarded()
    expect([...new Set(collector.messageIds)].sort()).toEqual(await idsOf(true))
    expect(await idsOf(true)).toHaveLength(10)
  })

  it('begins with what comes after it is switched on; the history is sent when asked for', async () => {
    await forward({ EVENTS_SINK_URL: '' }).stop()
    await happen(3)
    const history = await idsOf(false)
    const first = forward()
    const begun = () => world.db.selectFrom('event_forwarding').select('forwards_since').executeTakeFirst()
    await vi.waitFor(async () => expect((await begun())?.forwards_since).not.toBeNull(), { timeout: HANG_MS })
    await happen(2)
    // The collector has them a moment before they are marked.
    await vi.waitFor(async () => expect(await idsOf(true)).toHaveLength(2), { timeout: HANG_MS })
    expect(await idsOf(false)).toEqual(history)
    expect(collector.messageIds).toHaveLength(2)
    await first.stop()
    forward()
    await happen(1)
    await vi.waitFor(async () => expect(await idsOf(true)).toHaveLength(3), { timeout: HANG_MS })
    expect(await forwardHistory(world.db, new Date(0))).toBe(3)
    await allForwarded()
    expect(collector.messageIds.toSorted()).toEqual(await idsOf(true))
  })

  it('what is refused for good is kept aside, costs no other events, and is sent again when asked for', async () => {
    await happen(60)
    const [one = '', ...others] = await idsOf(false)
    collector.bad = [one]
    const { warn } = forward()
    await allForwarded()
    expect(collector.messageIds.toSorted()).toEqual(others)
    const told = { name: 'select_language', status: 400, events: 1 }
    expect(await listRefused(world.db)).toMatchObject([told])
    expect(warn).toHaveBeenCalledExactlyOnceWith({ status: 400, events: 1 }, 'the collector refused events for good')
    // Refused again, it is kept again.
    expect(await resendRefused(world.db)).toBe(1)
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2), { timeout: HANG_MS })
    expect(await listRefused(world.db)).toMatchObject([told])
    collector.bad = []
    await resendRefused(world.db)
    await vi.waitFor(() => expect(collector.messageIds).toContain(one), { timeout: HANG_MS })
    await vi.waitFor(
      async () => expect(await world.db.selectFrom('refused_events').selectAll().execute()).toEqual([]),
      { timeout: HANG_MS },
    )
    expect(collector.messageIds).toHaveLength(60)
  })

  it.each([
    ['one after the other', (at: number) => at < 50],
    ['far apart', (at: number) => at % 12 === 5],
    ['every second one', (at: number) => at % 2 === 0],
  ])('of many bad events in a batch, %s, none costs a good one', async (_, isBad) => {
    await happen(200)
    const ids = await idsOf(false)
    collector.bad = ids.filter((_, at) => isBad(at))
    forward()
    await allForwarded()
    expect(collector.messageIds.toSorted()).toEqual(ids.filter((_, at) => !isBad(at)))
    expect(await listRefused(world.db)).toMatchObject([{ events: collector.bad.length }])
  })

  it('a collector that refuses everything gets each event once more, alone; one that does not know us is tried again', async () => {
    await happen(40)
    collector.bad = await idsOf(false)
    const { warn } = forward()
    await allForwarded()
    expect(collector.tries).toBe(41)
    expect(await listRefused(world.db)).toMatchObject([{ events: 40 }])
    collector.mode = 'unauthorized'
    warn.mockClear()
    await happen(1)
    await vi.waitFor(() => expect(warn.mock.calls.length).toBeGreaterThan(1), { timeout: HANG_MS })
    expect(await idsOf(false)).toHaveLength(1)
  })

  it('resends, with the same ids, what was accepted without a reply', async () => {
    collector.mode = 'losesReplies'
    await happen(3)
    forward()
    await vi.waitFor(() => expect(collector.received.length).toBeGreaterThan(1), { timeout: HANG_MS })
    expect(await idsOf(true)).toEqual([])
    collector.mode = 'well'
    await allForwarded()
    expect([...new Set(collector.messageIds)].sort()).toEqual(await idsOf(true))
  })

  it('runs in one process at a time, then in another', async () => {
    await happen(1)
    const first = forward()
    await allForwarded()
    forward()
    await happen(400)
    await allForwarded()
    await first.stop()
    await happen(5)
    await allForwarded()
    expect(collector.messageIds).toHaveLength(406)
    expect(new Set(collector.messageIds).size).toBe(406)
  })

  it('delays no visitor while the collector hangs', async () => {
    collector.mode = 'slow'
    await happen(5)
    // Waiting for the collector would take longer than this test.
    forward({}, { ...PACE, timeoutMs: 600_000 })
    await vi.waitFor(() => expect(collector.tries).toBe(1), { timeout: HANG_MS })
    const client = new ApiClient(world.app)
    const event = { name: 'select_language', occurred_at: new Date().toISOString() }
    const events = [{ ...event, properties: { flow_id, language: 'french' } }]
    expect(await client.send('POST', urls.events, { events })).toMatchObject({ status: 202 })
    expect((await client.play('english', () => true)).status).toBe('finished')
    expect(collector.tries).toBe(1)
  })

  it('does nothing without a URL', async () => {
    await happen(1)
    await forward({ EVENTS_SINK_URL: '' }).stop()
    expect(await idsOf(false)).toHaveLength(1)
  })
})
