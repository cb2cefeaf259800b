/**
 * Runs in its own thread, so the attack doesn't delay the measurement: sends refused requests over many
 * connections until stopped.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export type Asking = {
  origin: string
  path: string
  headers: Record<string, string>
  body: string
  connections: number
}

const { origin, path, headers, body, connections } = workerData as Asking
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const statuses = new Map<number, number>()
let isStopped = false
parentPort?.once('message', () => {
  isStopped = true
})

async function ask(number: number): Promise<void> {
  // A different user each time if the sender has to be looked up.
  const cookie = (headers.cookie ?? '').replace('{number}', String(number))
  const sent = request(`${origin}${path}`, { method: 'POST', agent, headers: { ...headers, cookie } })
  sent.end(body)
  const [reply] = await once(sent, 'response')
  reply.resume()
  await once(reply, 'end')
  statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1)
}

let asked = 0
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (!isStopped) await ask(++asked)
  }),
)
agent.destroy()
parentPort?.postMessage([...statuses])
