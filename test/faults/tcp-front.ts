import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpFront = {
  port: number
  /** Stops listening, so connections are refused. */
  leave: () => Promise<void>
  comeBack: () => Promise<void>
  /** Resets every connection. */
  cut: () => void
  /** Sends something to every client, as if from the server. */
  say: (text: string) => void
}

/** A TCP proxy in front of a server on a local port. */
export async function startTcpFront(serverPort: number): Promise<TcpFront> {
  const clients = new Set<Socket>()
  const front = createServer((client) => {
    const server = connect(serverPort, '127.0.0.1')
    clients.add(client)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => undefined).on('close', () => other.destroy())
      one.pipe(other)
    }
    client.on('close', () => clients.delete(client))
  })
  const cut = () => {
    for (const client of clients) client.resetAndDestroy()
  }
  const listen = async (port: number) => {
    front.listen(port, '127.0.0.1')
    await once(front, 'listening')
    return (front.address() as AddressInfo).port
  }
  const port = await listen(0)
  return {
    port,
    leave: async () => {
      front.close()
      cut()
      await once(front, 'close')
    },
    comeBack: async () => void (await listen(port)),
    cut,
    say: (text) => {
      for (const client of clients) client.write(text)
    },
  }
}
