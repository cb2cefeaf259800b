import { once } from 'node:events'
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#harness/free-port.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { openPglite } from '#server/db/connection/pglite.ts'
import { checkApi } from '../check-api.ts'
import type { Fault, Tally } from '../fault.ts'
import { readHistory } from '../history.ts'
import { Journal } from '../journal.ts'
import { startClients } from '../visitors.ts'

const CLIENTS = 8
const LOAD_MS = 1500
const PAGE_BYTES = 8192
/** A server that cannot open its database ends by itself well before. */
const LOOK_MS = 60_000

const someOf = <Thing>(things: readonly Thing[]): Thing => things[Math.floor(Math.random() * things.length)] as Thing

/** Flips one bit at a place of a file. */
function flip(file: string, at: number): void {
  const descriptor = openSync(file, 'r+')
  const byte = Buffer.alloc(1)
  readSync(descriptor, byte, 0, 1, at)
  writeSync(descriptor, Buffer.from([(byte[0] ?? 0) ^ (1 << Math.floor(Math.random() * 8))]), 0, 1, at)
  closeSync(descriptor)
}

/** Objects with a lower number describe the others to Postgres. */
const FIRST_OWN = 16_384

/** The files of tables and indexes: the product's own, or those that describe them to Postgres. */
function dataFiles(postgres: string, { isOwn }: { isOwn: boolean }): string[] {
  const folders = readdirSync(join(postgres, 'base')).map((name) => join(postgres, 'base', name))
  return folders
    .flatMap((folder) => readdirSync(folder).map((name) => ({ file: join(folder, name), number: Number(name) })))
    .filter(({ file, number }) => number >= FIRST_OWN === isOwn && statSync(file).size > 0)
    .map(({ file }) => file)
}

/** A damage, done to the folder of a process that has ended. @returns what it did; undefined if nothing was there */
type Damage = (dataDir: string) => string | undefined | Promise<string | undefined>

/** Flips a bit in the last quarter of a megabyte of the log. */
const flipLog: Damage = (dataDir) => {
  const log = join(dataDir, 'postgres', 'pg_wal')
  const segments = readdirSync(log)
    .filter((name) => /^[0-9A-F]{24}$/.test(name))
    .map((name) => join(log, name))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
  const [newest = ''] = segments
  const end = readFileSync(newest).findLastIndex((byte) => byte !== 0)
  const at = Math.floor(end - Math.random() * Math.min(end, 256 * 1024))
  flip(newest, at)
  return `a bit of ${at} where the log ends at ${end}`
}

/** Flips a bit in each of so many pages. */
const flipPages =
  (pages: number, isOwn: boolean): Damage =>
  (dataDir) => {
    const files = dataFiles(join(dataDir, 'postgres'), { isOwn })
    for (let page = 0; page < pages; page++) {
      const file = someOf(files)
      flip(file, Math.floor(Math.random() * statSync(file).size))
    }
    return `${pages} pages of ${files.length} files`
  }

/** Writes half of the pages that recovery will write, as if the power had failed while they were written. */
const tearPages: Damage = async (dataDir) => {
  const recovered = mkdtempSync(join(tmpdir(), 'language-quiz-'))
  cpSync(dataDir, recovered, { recursive: true })
  await (await openPglite(recovered)).close()
  let torn = 0
  for (const file of dataFiles(join(dataDir, 'postgres'), { isOwn: true })) {
    const old = readFileSync(file)
    const fresh = readFileSync(join(recovered, relative(dataDir, file)))
    const descriptor = openSync(file, 'r+')
    for (let at = 0; at < Math.min(old.length, fresh.length); at += PAGE_BYTES) {
      if (fresh.subarray(at, at + PAGE_BYTES).equals(old.subarray(at, at + PAGE_BYTES))) continue
      writeSync(descriptor, fresh, at, PAGE_BYTES / 2, at)
      torn += 1
    }
    closeSync(descriptor)
  }
  rmSync(recovered, { recursive: true })
  return torn > 0 ? `${torn} pages` : undefined
}

/** Pages are damaged in a folder that was shut down, or the log would mend them. */
const DAMAGES: readonly { name: string; damage: Damage; isKilled: boolean; mayLose: boolean }[] = [
  { name: 'log', damage: flipLog, isKilled: true, mayLose: true },
  { name: 'own pages', damage: flipPages(20, true), isKilled: false, mayLose: false },
  { name: 'system pages', damage: flipPages(5, false), isKilled: false, mayLose: false },
  { name: 'torn pages', damage: tearPages, isKilled: true, mayLose: false },
  { name: 'nothing', damage: () => 'nothing', isKilled: true, mayLose: false },
]

type Seen = { outcome: string; lost: string[]; wrong: string[] }

/** Starts on the damaged folder and looks at everything that was acknowledged. */
async function lookAt(dataDir: string, port: number, journal: Journal, mayLose: boolean): Promise<Seen> {
  let server: RunningServer
  try {
    server = await startServer({ mode: 'serve', port, dataDir })
  } catch (error) {
    const { message } = error as Error
    const isClear = /^The server ended with 1:\n/.test(message) && message.includes('backup')
    return { outcome: 'refused to start', lost: [], wrong: isClear ? [] : [message.slice(0, 600)] }
  }
  const { lost, wrong } = await checkApi(server.origin, readHistory(journal.entries()))
  // Its log comes through a pipe.
  await sleep(200)
  const hasNotice = server.output().includes('log is damaged')
  const stopped = server.stop()
  await Promise.race([stopped, sleep(LOOK_MS).then(() => server.process.kill('SIGKILL'))])
  const refused = lost.filter((what) => /: 5\d\d$/.test(what))
  const silent = lost.filter((what) => !refused.includes(what))
  // What it has is then a state from before.
  if (hasNotice && mayLose) return { outcome: `said, ${silent.length} lost`, lost: [], wrong: [] }
  if (hasNotice) wrong.push('it says that the log is damaged, and it is not')
  const noted = refused.length > 0 ? `${refused.length} refused with an error` : 'all there'
  return { outcome: noted, lost: silent, wrong }
}

async function run(count: number): Promise<Tally> {
  const tally: Tally = { injections: 0, acknowledged: 0, lost: 0, wrong: 0, exits: 0, broken: [] }
  for (let injection = 0; injection < count; injection++) {
    const { name, damage, isKilled, mayLose } = DAMAGES[injection % DAMAGES.length] as (typeof DAMAGES)[number]
    const port = await freePort()
    const server = await startServer({ mode: 'serve', port })
    const { dataDir } = server
    const journal = await Journal.create()
    const end = new AbortController()
    const clients = startClients(server.origin, journal, { count: CLIENTS, signal: end.signal })
    await sleep(LOAD_MS)
    if (isKilled) {
      const exit = once(server.process, 'exit')
      server.process.kill('SIGKILL')
      await exit
      end.abort()
      await clients
    } else {
      end.abort()
      await clients
      await server.stop({ keepData: true })
    }
    const done = await damage(dataDir)
    const { outcome, lost, wrong } = await lookAt(dataDir, port, journal, mayLose)
    console.log(`  ${name}: ${done ?? 'found none to damage'}: ${outcome}`)
    for (const line of [...lost, ...wrong].slice(0, 5)) console.error(`  ${line}`)
    tally.injections += 1
    tally.acknowledged += readHistory(journal.entries()).acknowledged
    tally.lost += lost.length
    tally.wrong += wrong.length
    await journal.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return tally
}

export const damage: Fault = {
  id: 'F9',
  title: 'a flipped bit in the log or in a page of PGlite, a torn page, and for comparison nothing',
  limit: 'it is mended, refused with an error or said in the log; never silently lost or wrong',
  count: 40,
  run,
}
