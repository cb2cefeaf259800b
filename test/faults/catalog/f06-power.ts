import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#harness/free-port.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { check, withEmbedded } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal } from '../journal.ts'
import { startClients, Visitor } from '../visitors.ts'

const STRACE = '/usr/bin/strace'
const PRELOAD = '--import=./test/faults/losing-power.ts'
const CLIENTS = 4

/** Traces a process's syncs and replies, in order, while one visitor takes a test. @returns what is broken */
async function traceSyncs(server: RunningServer, journal: Journal): Promise<string[]> {
  if (!existsSync(STRACE)) return ['there is no strace here']
  const words = [
    '-f',
    '-q',
    '-e',
    'trace=fsync,fdatasync,write,writev,sendto,sendmsg',
    '-p',
    String(server.process.pid),
  ]
  const tracer = spawn(STRACE, words, { stdio: ['ignore', 'ignore', 'pipe'] })
  let trace = ''
  tracer.stderr.setEncoding('utf8').on('data', (text) => (trace += text))
  await sleep(1000)
  await new Visitor(server.origin, journal).takeTest()
  await sleep(500)
  tracer.kill('SIGINT')
  await once(tracer, 'exit')
  let syncs = 0
  let replies = 0
  let unsynced = 0
  for (const line of trace.split('\n')) {
    if (/\bf(data)?sync\(/.test(line)) syncs += 1
    if (!line.includes('"HTTP/1.1 20')) continue
    replies += 1
    if (syncs === 0) unsynced += 1
    syncs = 0
  }
  console.log(`  ${replies} replies traced, ${unsynced} without a sync before`)
  return [
    ...(replies < 16 ? [`${replies} replies of a whole test were traced`] : []),
    ...(unsynced > 0 ? [`${unsynced} replies came before anything was brought to the disk`] : []),
  ]
}

async function run(count: number): Promise<Tally> {
  const port = await freePort()
  const journal = await Journal.create()
  const built = await startServer({ mode: 'serve', port })
  const broken = await traceSyncs(built, journal)
  await built.stop({ keepData: true })
  let disk = built.dataDir
  const end = new AbortController()
  let clients: Promise<void> | undefined
  for (let loss = 0; loss < count; loss++) {
    const surviving = mkdtempSync(join(tmpdir(), 'language-quiz-'))
    cpSync(disk, surviving, { recursive: true })
    const env = { NODE_OPTIONS: PRELOAD, LOST: disk, SURVIVING: surviving }
    const server = await startServer({ mode: 'serve', port, dataDir: disk, env })
    clients ??= startClients(server.origin, journal, { count: CLIENTS, signal: end.signal })
    await sleep(300 + Math.random() * 500)
    server.process.kill('SIGKILL')
    await once(server.process, 'exit')
    rmSync(disk, { recursive: true })
    disk = surviving
  }
  const server = await startServer({ mode: 'serve', port, dataDir: disk })
  await sleep(300)
  end.abort()
  await clients
  const shown = await check(journal, { origin: server.origin })
  await server.stop({ keepData: true })
  const stored = await withEmbedded(disk, (query) => check(journal, { query }))
  await server.stop()
  await journal.close()
  const [lost, wrong] = [Math.max(shown.lost, stored.lost), Math.max(shown.wrong, stored.wrong)]
  return { injections: count, acknowledged: shown.acknowledged, lost, wrong, exits: 0, broken }
}

export const power: Fault = {
  id: 'F6',
  title: 'loss of power under load: of PGlite only what was synced is left; and its syncs, traced',
  limit: 'a sync before every acknowledged write; nothing lost',
  count: 20,
  run,
}
