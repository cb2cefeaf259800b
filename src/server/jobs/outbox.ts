import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/schema.ts'
import {
  beginTopic,
  type Due,
  endTopic,
  type Failure,
  type OutboxTopic,
  settle,
  TOPICS,
  takeDue,
} from '../db/tables/outbox.ts'
import { repeat, type Stop } from './loop.ts'

/** Another system that receives messages. */
export type Receiver = {
  /** The maximum number of messages per `send`. */
  atOnce: number
  /** @returns the messages that weren't accepted */
  send: (messages: readonly Due[], signal: AbortSignal) => Promise<Failure[]>
}

/** The timeout for one call to a receiver. */
export const TIMEOUT_MS = 10_000

const [MINUTE, HOUR] = [60, 3600]

/** `pauses` are in seconds, `idleMs` is the pause when nothing is due. */
export type Pace = { idleMs: number; pauses: readonly number[] }

const PACE: Pace = {
  idleMs: 5000,
  // Over three days, as https://www.standardwebhooks.com suggests; the first is longer than `send` takes.
  pauses: [30, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
}

type Log = Pick<FastifyBaseLogger, 'warn'>

/** Sends one batch of due messages, and settles it. */
async function deliver(
  { db, topic, receiver, log, pauses }: { db: Database; topic: OutboxTopic; receiver: Receiver; log: Log } & Pace,
  signal: AbortSignal,
): Promise<{ hasMore: boolean }> {
  // Each time, because a process without a receiver may have ended the topic.
  await beginTopic(db, topic)
  const messages = await takeDue(db, topic, { limit: receiver.atOnce, pauses })
  if (messages.length === 0) return { hasMore: false }
  const failures = await receiver.send(messages, signal)
  const failed = new Set(failures.map(({ id }) => id))
  const accepted = messages.flatMap(({ id }) => (failed.has(id) ? [] : [id]))
  // The next process resends whatever a stop interrupts.
  await settle(db, topic, { accepted, failures: signal.aborted ? [] : failures })
  const last = new Set(messages.flatMap(({ id, isLast }) => (isLast ? [id] : [])))
  const isGivenUp = ({ id, isFinal }: Failure) => isFinal || last.has(id)
  const report = (some: Failure[], what: string) => {
    if (some.length > 0) log.warn({ topic, messages: some.length, error: some[0]?.error }, what)
  }
  report(
    failures.filter((failure) => !isGivenUp(failure)),
    'messages were not accepted; will retry',
  )
  report(failures.filter(isGivenUp), 'gave up on messages; see npm run events -- list')
  return { hasMore: messages.length === receiver.atOnce && accepted.length > 0 }
}

/**
 * Delivers the outbox: each message at least once, under an id that stays the same, until it's accepted. It retries
 * with growing pauses for three days, then only on request (`npm run events -- resend`). Processes share the work, and
 * visitors never wait for it. A topic without a receiver isn't queued.
 */
export function startOutbox(
  db: Database,
  receivers: Partial<Record<OutboxTopic, Receiver | undefined>>,
  log: Log,
  pace: Pace = PACE,
): Stop {
  const stops = TOPICS.map((topic): Stop => {
    const warn = (err: unknown) => log.warn({ err, topic }, 'the outbox failed; will retry')
    const receiver = receivers[topic]
    if (!receiver) {
      const ended = endTopic(db, topic).catch(warn)
      return () => ended
    }
    const context = { db, topic, receiver, log, ...pace }
    return repeat(pace.idleMs, (signal) =>
      deliver(context, signal).catch((error) => {
        if (!signal.aborted) warn(error)
        return { hasMore: false }
      }),
    )
  })
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
