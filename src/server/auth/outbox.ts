import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Channel } from '../db/codes.ts'
import type { CodeMessage, Sender } from './sender.ts'

const MOST_WAITING = 1000
const AT_ONCE = 8
const RETRY_PAUSES_MS = [1000, 5000]

export type Outbox = { post: (channel: Channel, message: CodeMessage) => void; close: () => Promise<void> }

/**
 * Sends after the reply has gone, so that neither a slow service nor its failure is felt or seen by the person who asked. In memory: a code
 * lives for five minutes, and whoever lost one asks again. Failures are logged without address, number or code.
 */
export function createOutbox(sender: Sender, log: FastifyBaseLogger): Outbox {
  const waiting: { channel: Channel; message: CodeMessage }[] = []
  const running = new Set<Promise<void>>()
  const closing = new AbortController()

  const deliver = async (channel: Channel, message: CodeMessage): Promise<void> => {
    for (const retryPause of [...RETRY_PAUSES_MS, undefined]) {
      try {
        return await sender[channel]?.(message)
      } catch (error) {
        const { name, code } = error as { name?: string; code?: unknown }
        const isLast = retryPause === undefined || closing.signal.aborted
        log.warn({ channel, name, code, isLast }, 'a one-time code could not be sent')
        if (isLast) return
        await pause(retryPause, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }

  const work = (): void => {
    while (running.size < AT_ONCE) {
      const next = waiting.shift()
      if (!next) return
      const delivery = deliver(next.channel, next.message).finally(() => {
        running.delete(delivery)
        work()
      })
      running.add(delivery)
    }
  }

  return {
    post: (channel, message) => {
      if (waiting.length >= MOST_WAITING)
        return log.error({ channel }, 'the outbox is full; a one-time code is dropped')
      waiting.push({ channel, message })
      setImmediate(work)
    },
    close: async () => {
      closing.abort()
      while (running.size > 0) await Promise.all(running)
    },
  }
}
