import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The end of the server's reply to COMMIT: CommandComplete (PostgreSQL 15, 55.7 "Message Formats"). */
const COMMITTED = Buffer.from('COMMIT\0')
/**
 * Recognizes a write by its text or the name of its prepared statement; outside a transaction, it commits by itself.
 */
const WRITE = /\b(insert|update|delete)\b/i
/** ReadyForQuery outside a transaction. */
const READY = Buffer.from('Z\0\0\0\x05I')
/** Replies without rows are shorter. */
const RESULT_BYTES = 400

export type FaultyProxy = {
  /** The database's URL through the proxy. */
  url: string
  /** From now on, delays and throttles every reply. */
  slow: (pace: { delayMs?: number; bytesPerSecond?: number }) => void
  /** From now on, existing connections silently drop everything; new ones work. @returns their number */
  freeze: () => number
  /** Resets the next connection with a successful commit, before the client learns of it, or in the middle of rows. */
  cut: (place: 'after commit' | 'in a result') => void
  cuts: () => number
  close: () => void
}

type Pace = { delayMs: number; bytesPerSecond: number }

/** Writes to `client` at the current pace, in order. */
function pacedWriter(client: Socket, pace: () => Pace): (data: Buffer) => void {
  let freeAt = 0
  return (data) => {
    const { delayMs, bytesPerSecond } = pace()
    const now = performance.now()
    freeAt = Math.max(freeAt, now + delayMs) + (1000 * data.length) / bytesPerSecond
    if (freeAt - now < 1) client.write(data)
    else setTimeout(() => client.write(data), freeAt - now)
  }
}

/** A proxy between the service and the Postgres of `databaseUrl`, which has the folder of its socket. */
export async function startFaultyProxy(databaseUrl: string): Promise<FaultyProxy> {
  const url = new URL(databaseUrl)
  const socketPath = `${url.searchParams.get('host')}/.s.PGSQL.5432`
  let pace: Pace = { delayMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY }
  let armed: 'after commit' | 'in a result' | undefined
  let cuts = 0
  const sockets = new Set<Socket>()
  const frozen = new WeakSet<Socket>()

  const cutNow = (client: Socket, sentBefore: Buffer) => {
    armed = undefined
    cuts += 1
    frozen.add(client)
    if (sentBefore.length === 0) client.resetAndDestroy()
    else client.write(sentBefore, () => client.resetAndDestroy())
  }
  const proxy = createServer((client) => {
    const server = connect(socketPath)
    for (const socket of [client, server]) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        client.destroy()
        server.destroy()
        sockets.delete(client)
      })
    }
    sockets.add(client)
    const write = pacedWriter(client, () => pace)
    let isWriting = false
    client.on('data', (data) => {
      isWriting = WRITE.test(data.toString('latin1'))
      if (!frozen.has(client)) server.write(data)
    })
    server.on('data', (data) => {
      if (frozen.has(client)) return
      const isCommitted = data.includes(COMMITTED) || (isWriting && data.includes(READY))
      if (armed === 'after commit' && isCommitted) cutNow(client, data.subarray(0, 0))
      else if (armed === 'in a result' && data.length > RESULT_BYTES) cutNow(client, data.subarray(0, data.length / 2))
      else write(data)
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  url.search = ''
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)
  return {
    url: url.href,
    slow: ({ delayMs = 0, bytesPerSecond = Number.POSITIVE_INFINITY }) => {
      pace = { delayMs, bytesPerSecond }
    },
    freeze: () => {
      for (const socket of sockets) frozen.add(socket)
      return sockets.size
    },
    cut: (place) => {
      armed = place
    },
    cuts: () => cuts,
    close: () => {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
