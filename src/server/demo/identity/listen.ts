import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Listening = { url: string; close: () => Promise<void> }

export async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

/** A server on a free loopback port; closing it cuts the connections that a fault has left hanging. */
export async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<Listening> {
  const server: Server = createServer((request, response) => {
    Promise.resolve(answer(request, response)).catch((error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
