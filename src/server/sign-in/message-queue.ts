import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Channel } from '../db/tables/codes.ts'
import type { CodeMessage, NoticeMessage, Sender } from './senders.ts'

const MAX_WAITING = 1000
const CONCURRENCY = 8
const RETRY_PAUSES_MS = [1000, 5000]

export type MessageQueue = {
  post: (channel: Channel, message: CodeMessage) => void
  /** Emails an address's owner that the provider of a new account lists that address. */
  notify: (message: NoticeMessage) => void
  close: () => Promise<void>
}

type Delivery = { channel: Channel; send: () => Promise<void> | undefined }

/**
 * Sends codes after the response, so a slow or failing service can neither delay it nor affect its timing. Messages are
 * kept in memory: a code lives for five minutes, and anyone who loses one can request another. Failures are logged
 * without address, number, or code.
 */
export function createMessageQueue(sender: Sender, log: FastifyBaseLogger): MessageQueue {
  const waiting: Delivery[] = []
  const running = new Set<Promise<void>>()
  const closing = new AbortController()

  const deliver = async ({ channel, send }: Delivery): Promise<void> => {
    for (const retryPause of [...RETRY_PAUSES_MS, undefined]) {
      try {
        return await send()
      } catch (error) {
        const { name, code } = error as { name?: string; code?: unknown }
        const isLast = retryPause === undefined || closing.signal.aborted
        log.warn({ channel, name, code, isLast }, 'could not send a message')
        if (isLast) return
        await pause(retryPause, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }

  const work = (): void => {
    while (running.size < CONCURRENCY) {
      const next = waiting.shift()
      if (!next) return
      const delivery = deliver(next).finally(() => {
        running.delete(delivery)
        work()
      })
      running.add(delivery)
    }
  }

  const add = (delivery: Delivery): void => {
    const { channel } = delivery
    if (waiting.length >= MAX_WAITING) {
      log.warn({ channel }, 'the message queue is full: dropped a message')
      return
    }
    waiting.push(delivery)
    setImmediate(work)
  }

  return {
    post: (channel, message) => add({ channel, send: () => sender[channel]?.(message) }),
    notify: (message) => add({ channel: 'email', send: () => sender.notice?.(message) }),
    close: async () => {
      closing.abort()
      while (running.size > 0) await Promise.all(running)
    },
  }
}
