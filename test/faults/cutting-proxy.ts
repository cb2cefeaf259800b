import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The end of the server's reply to a COMMIT: CommandComplete (PostgreSQL 15, 55.7 "Message Formats"). */
const COMMITTED = Buffer.from('COMMIT\0')

export type CuttingProxy = {
  port: number
  /** Cuts the next connection on which a commit succeeds, before its client hears of it. */
  cutAfterCommit: () => void
  cuts: () => number
  close: () => void
}

/** Stands between the app and the Postgres server at `socketPath`. */
export async function startCuttingProxy(socketPath: string): Promise<CuttingProxy> {
  let isArmed = false
  let cuts = 0
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(socketPath)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        client.destroy()
        server.destroy()
        sockets.delete(socket)
      })
    }
    client.on('data', (data) => server.write(data))
    server.on('data', (data) => {
      if (isArmed && data.includes(COMMITTED)) {
        isArmed = false
        cuts++
        client.resetAndDestroy()
      } else client.write(data)
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    cutAfterCommit: () => {
      isArmed = true
    },
    cuts: () => cuts,
    close: () => {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
