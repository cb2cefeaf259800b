import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { timeLimit } from '#harness/time-limit.ts'
import { check } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal } from '../journal.ts'
import { failedOtherwise } from '../under-load.ts'
import { startClients } from '../visitors.ts'

const AT_ONCE = 40
/** Longer than a page takes, so some clients leave before it starts, some while it renders, some while it's sent. */
const MAX_STAY_MS = 40
/** Connections of live clients and to the database. */
const SPARE_FILES = 12
/** src/server/http/gates.ts */
const PAGES_AT_ONCE = 16

const START = '{"language":"english"}'
const REQUESTS = [
  ...[urls.landing, urls.quiz, urls.how, urls.account, urls.teachers('english'), urls.terms, '/nowhere'].map(
    (path) => `GET ${path}?hl=de HTTP/1.1\r\nHost: quiz.test\r\nAccept: text/html\r\n\r\n`,
  ),
  `POST ${urls.attempts} HTTP/1.1\r\nHost: quiz.test\r\nContent-Type: application/json\r\nContent-Length: ${START.length}\r\n\r\n${START}`,
  `POST ${urls.attempts} HTTP/1.1\r\nHost: quiz.test\r\nContent-Type: application/json\r\nContent-Length: ${START.length}\r\n\r\n${START.slice(0, 9)}`,
  `GET ${urls.login} HTTP/1.1\r\nHost: quiz.test\r\n\r\n`,
]

/** Sends a request and disconnects: after a while or at the first bytes of the reply, with a reset or cleanly. */
function abortOnce(port: number, n: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const leave = () => (n % 3 === 0 ? socket.destroy() : socket.resetAndDestroy())
    socket.on('error', () => undefined).on('close', () => resolve())
    socket.on('connect', () => {
      socket.write(REQUESTS[n % REQUESTS.length] as string)
      if (n % 2) socket.once('data', leave)
      setTimeout(leave, Math.random() * MAX_STAY_MS)
    })
  })
}

const countFiles = ({ process }: RunningServer) => readdirSync(`/proc/${process.pid}/fd`).length

/** Waits until no more files are open than before. @returns the excess after ten seconds */
async function leaked(server: RunningServer, before: number): Promise<number> {
  for (let waited = 0; countFiles(server) > before + SPARE_FILES && waited < timeLimit(10_000); waited += 100)
    await sleep(100)
  return Math.max(0, countFiles(server) - before - SPARE_FILES)
}

async function run(count: number): Promise<Tally> {
  const postgres = await startPostgres()
  const url = await createDatabase(postgres.url, 'app')
  const server = await startServer({ mode: 'serve', env: { DATABASE_URL: url, LOG_LEVEL: 'error' } })
  for (const page of [urls.landing, urls.quiz]) await (await fetch(`${server.origin}${page}`)).text()
  const before = countFiles(server)
  const journal = await Journal.create()
  const end = new AbortController()
  const clients = startClients(server.origin, journal, { count: 2, signal: end.signal })
  const port = Number(new URL(server.origin).port)
  let begun = 0
  const abortAll = async () => {
    while (begun < count) await abortOnce(port, begun++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, abortAll))
  end.abort()
  await clients
  const broken = failedOtherwise(journal.outcomes(), [])
  const files = await leaked(server, before)
  if (files > 0) broken.push(`${files} files left open`)
  // None of the disconnected clients still occupies the page gate.
  const pages = Array.from({ length: 2 * PAGES_AT_ONCE }, () => fetch(`${server.origin}${urls.quiz}`))
  if ((await Promise.all(pages)).some(({ status }) => status !== 200)) broken.push('a page was refused afterwards')
  const errors = server.output().split('"level":50').length - 1
  if (errors > 0) broken.push(`${errors} errors in the log`)
  const checked = await check(journal, { origin: server.origin })
  const exits = server.process.exitCode === null && server.process.signalCode === null ? 0 : 1
  await journal.close()
  await server.stop()
  await postgres.stop()
  return { injections: count, ...checked, exits, broken }
}

export const aborts: Fault = {
  id: 'F29',
  title: 'clients disconnect in the middle of a page or a call',
  limit: 'no crash, no file left open, no error in the log',
  count: 10_000,
  run,
}
