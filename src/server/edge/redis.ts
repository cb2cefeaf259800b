import { Redis } from 'ioredis'

const CONNECT_MS = 1000
const COMMAND_MS = 250
/** A server that owes an answer for this long is taken for dead: from then on nobody waits for it until it answers a new connection. */
const SILENCE_MS = 1000
const LONGEST_PAUSE_MS = 1000

type Log = { warn: (details: object, message: string) => void; info: (message: string) => void }

/**
 * A client of Redis or Valkey for what may be lost: it connects by itself, also later and again. A command fails at once while there is no
 * connection, and after 250 ms of silence, so that whoever asks has to have another way. The log hears of the loss and of the return.
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
    retryStrategy: (times) => Math.min(100 * times, LONGEST_PAUSE_MS),
    // After a failover the old primary refuses writes: the address leads to the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })
  let isLost = false
  redis.on('error', (error) => {
    if (!isLost) log.warn({ err: error }, 'Redis does not answer; limits hold for each process alone')
    isLost = true
  })
  redis.on('ready', () => {
    if (isLost) log.info('Redis answers again')
    isLost = false
  })
  redis.connect().catch(() => undefined)
  return redis
}
