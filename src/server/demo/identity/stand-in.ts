import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// An import of node:http loads Node's WebSocket client as well, which adds 30 ms to startup.
const { createServer } = process.getBuiltinModule('node:http')

export type Listening = { url: string; close: () => Promise<void> }

export async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

/** Starts a server on a free loopback port. Closing it also cuts connections that an injected fault left hanging. */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<Listening> {
  const server: Server = createServer((request, response) => {
    Promise.resolve(handle(request, response)).catch((error) => response.writeHead(500).end(String(error)))
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

/** A person with an account at the provider, with or without an email address, which may be unverified. */
export type Person = { id: string; name?: string; email?: string; isEmailUnverified?: boolean }

/** The people to choose from on the provider's page, or a function that decides instead of a page; null declines. */
type Audience = { people: readonly Person[] } | { decide: () => Person | null }

/** The sign-in steps in which the provider replies to our server. */
export type SignInStep = 'discovery' | 'keys' | 'token' | 'profile'

/** Hooks for tests that inject faults. */
type Faults = {
  /** May reply instead of the provider; returns true if it did. */
  intercept: (step: SignInStep, response: ServerResponse) => boolean
  /** May change the URL that the browser returns to. */
  callback: (address: URL) => void
  /** May change a successful reply. */
  reply: (step: SignInStep, body: Record<string, unknown>) => void
}

export type StandInOptions = { audience: Audience; faults?: Faults }

/** An identity provider on this machine, and the client registered with it. */
export type StandIn = Listening & { client: { id: string; secret: string } }
