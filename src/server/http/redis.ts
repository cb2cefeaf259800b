import { Redis } from 'ioredis'

const CONNECT_MS = 1000
const COMMAND_MS = 250
/** A server silent for this long counts as down: nothing waits for it until it responds on a new connection. */
const SILENCE_MS = 1000
const MAX_PAUSE_MS = 1000

type Log = { warn: (details: object, message: string) => void; info: (message: string) => void }

/**
 * A Redis or Valkey client for expendable data. It connects and reconnects by itself. A command fails immediately
 * without a connection, and after 250 ms without a reply, so callers need a fallback. Logs when the connection is lost
 * and restored.
 */
export function openRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    autoResendUnfulfilledCommands: false,
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    socketTimeout: SILENCE_MS,
    retryStrategy: (times) => Math.min(100 * times, MAX_PAUSE_MS),
    // After a failover the old primary refuses writes; the address now leads to the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })
  let isLost = false
  redis.on('error', (error) => {
    if (!isLost) log.warn({ err: error }, 'Redis does not answer; each process counts limits on its own')
    isLost = true
  })
  redis.on('ready', () => {
    if (isLost) log.info('Redis answers again')
    isLost = false
  })
  redis.connect().catch(() => undefined)
  return redis
}
