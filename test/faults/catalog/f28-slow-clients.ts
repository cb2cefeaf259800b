import { readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import type { Fault, Tally } from '../fault.ts'

const SLOW = 1000
const FEW = 50
const MEASURED = 100
/** Below this, twice as long is still imperceptible. */
const MIN_MS = 250
/** Connections that other clients left open. */
const SPARE_FILES = 5
/** Node closes an idle connection only at its second check. */
const MAX_LIFE_MS = 150_000

const START = `POST ${urls.attempts} HTTP/1.1\r\nHost: quiz.test\r\n`
const JSON_BODY = 'Content-Type: application/json\r\nContent-Length:'
const PAGE = `GET ${urls.quiz} HTTP/1.1\r\nHost: quiz.test\r\n\r\n`

/** A few dozen copies of the largest file exceed the buffers between two processes. */
const FILES = 'dist/web/assets'
const [largest = ''] = readdirSync(FILES).sort(
  (one, other) => statSync(`${FILES}/${other}`).size - statSync(`${FILES}/${one}`).size,
)
const LARGE = `GET ${urls.static}assets/${largest} HTTP/1.1\r\nHost: quiz.test\r\n\r\n`

type Trouble = {
  name: string
  clients: number
  text: string
  /** The expected status; none if the client never reads. */
  status?: number
  readsNothing?: boolean
}

const TROUBLES: Trouble[] = [
  { name: 'headers that never end', clients: SLOW, text: START, status: 408 },
  { name: 'a body that never ends', clients: SLOW, text: `${START}${JSON_BODY} 22\r\n\r\n{"lang`, status: 408 },
  { name: 'files requested and never read', clients: 10, text: LARGE.repeat(60), readsNothing: true },
  { name: '64 kB of headers', clients: FEW, text: `${START}X-Long: ${'x'.repeat(65_536)}\r\n\r\n`, status: 431 },
  { name: 'a body of 10 MB', clients: FEW, text: `${START}${JSON_BODY} 10485760\r\n\r\n{`, status: 413 },
  { name: 'a cookie of 100 kB', clients: FEW, text: `${START}Cookie: a=${'x'.repeat(102_400)}\r\n\r\n`, status: 431 },
  { name: 'pages in one packet', clients: 10, text: PAGE.repeat(10), status: 200 },
]

type Client = { socket: Socket; reply: () => string; isClosed: () => boolean }

function attack(port: number, { text, readsNothing }: Trouble): Client {
  let reply = ''
  let isClosed = false
  const socket = connect(port, '127.0.0.1')
  if (readsNothing) socket.pause()
  else socket.setEncoding('utf8').on('data', (more) => (reply += more))
  socket.on('error', () => undefined).on('close', () => (isClosed = true))
  socket.write(text)
  return { socket, reply: () => reply, isClosed: () => isClosed }
}

const countFiles = ({ process }: RunningServer) => readdirSync(`/proc/${process.pid}/fd`).length

/** The second slowest of many sequential pages, in milliseconds; each must succeed. */
async function slowestPage({ origin }: RunningServer, tally: Tally, name: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < MEASURED; n++) {
    const begun = performance.now()
    const reply = await fetch(`${origin}${urls.landing}`)
    await reply.arrayBuffer()
    times.push(performance.now() - begun)
    if (reply.status !== 200) tally.broken.push(`${name}: a page got ${reply.status}`)
  }
  return times.sort((one, other) => one - other)[Math.ceil(MEASURED * 0.99) - 1] as number
}

async function attackOnce(server: RunningServer, trouble: Trouble, tally: Tally): Promise<void> {
  const { name, status, readsNothing } = trouble
  const report = (error: string) => tally.broken.push(`${name}: ${error}`)
  const usual = await slowestPage(server, tally, name)
  const files = countFiles(server)
  const clients = Array.from({ length: trouble.clients }, () => attack(Number(new URL(server.origin).port), trouble))
  const during = await slowestPage(server, tally, name)
  if (during > Math.max(2 * usual, MIN_MS))
    report(`a page took ${Math.round(during)} ms, without them ${Math.round(usual)} ms`)
  const isAnswered = (client: Client) => client.isClosed() || client.reply().includes('\r\n\r\n')
  // A client that doesn't read never sees the close: the process has dropped the connection.
  const isOver = readsNothing
    ? () => countFiles(server) <= files + SPARE_FILES
    : status === 200
      ? isAnswered
      : ({ isClosed }: Client) => isClosed()
  for (let waited = 0; waited < MAX_LIFE_MS && !clients.every(isOver); waited += 100) await sleep(100)
  const left = clients.filter((client) => !isOver(client)).length
  if (left > 0) report(`${left} were still connected`)
  const otherwise = clients.filter(({ reply }) => status && !reply().startsWith(`HTTP/1.1 ${status}`)).length
  if (otherwise > 0) report(`${otherwise} did not get ${status}`)
  for (const { socket } of clients) socket.destroy()
  for (let waited = 0; countFiles(server) > files + SPARE_FILES && waited < 5000; waited += 100) await sleep(100)
  if (countFiles(server) > files + SPARE_FILES) report(`${countFiles(server) - files} files left open`)
  tally.injections += 1
}

async function run(count: number): Promise<Tally> {
  const tally: Tally = { injections: 0, acknowledged: 0, lost: 0, wrong: 0, exits: 0, broken: [] }
  const postgres = await startPostgres()
  const server = await startServer({
    mode: 'serve',
    env: { DATABASE_URL: await createDatabase(postgres.url, 'app') },
  })
  for (let n = 0; n < count; n++) await attackOnce(server, TROUBLES[n % TROUBLES.length] as Trouble, tally)
  tally.exits = server.process.exitCode === null ? 0 : 1
  await server.stop()
  await postgres.stop()
  return tally
}

export const slowClients: Fault = {
  id: 'F28',
  title: `clients that are slow or send too much: ${TROUBLES.map(({ name }) => name).join(', ')}`,
  limit: 'others wait at most twice as long (99th percentile); 408, 413 or 431; connections are released',
  count: 7,
  run,
}
