import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs, { rmSync, statSync } from 'node:fs'
import { open, readdir, readFile, readlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** How long the holder has to identify itself. */
const ASK_MS = 500

/**
 * Where the lock of a folder listens. On Linux an abstract socket, which the kernel frees even after kill -9; elsewhere
 * a socket file, whose holder is asked before it is taken over.
 */
function lockAddress(folder: string): string {
  const { dev, ino } = statSync(folder)
  const name = `lq-db-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)}`
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`)
}

const LISTENING = '00010000'

/**
 * The process listening on an abstract socket, from proc(5), for a holder too busy to answer; undefined if we may not
 * see it.
 */
async function listenerOf(address: string): Promise<string | undefined> {
  const sockets = (await readFile('/proc/net/unix', 'utf8')).split('\n').map((line) => line.split(/\s+/))
  const own = sockets.find(([, , , flags, , , , path]) => flags === LISTENING && path === address.replace('\0', '@'))
  const holds = async (pid: string) => {
    const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
    const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')))
    return links.includes(`socket:[${own?.[6]}]`)
  }
  for (const pid of await readdir('/proc')) if (/^\d+$/.test(pid) && (await holds(pid))) return pid
}

/** The process that holds the lock; `unknown` if it cannot be identified, undefined if there is none. */
async function holderOf(address: string): Promise<string | undefined> {
  const socket = connect(address)
  try {
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    await once(socket, 'end', { signal: AbortSignal.timeout(ASK_MS) })
    return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return undefined
    return (await listenerOf(address).catch(() => undefined)) ?? 'unknown'
  } finally {
    socket.destroy()
  }
}

/**
 * Makes this process the only one that opens `folder`, for as long as it lives.
 * PGlite itself has no lock, and two openers destroy the data.
 * @throws Error that names the process holding the folder
 */
export async function lockDirectory(folder: string): Promise<Server> {
  const address = lockAddress(folder)
  const server = createServer((socket) => {
    // The asker may have hung up.
    socket.on('error', () => undefined)
    socket.end(String(process.pid))
  })
  server.unref()
  for (let attempt = 1; ; attempt++) {
    try {
      server.listen(address)
      await once(server, 'listening')
      return server
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      const holder = await holderOf(address)
      if (holder === undefined && attempt === 1 && !address.startsWith('\0')) rmSync(address, { force: true })
      else if (holder !== undefined || attempt > 3)
        throw new Error(
          `The database folder ${folder} is held by process ${holder ?? 'unknown'}. Stop it first, or set another DATA_DIR.`,
        )
    }
  }
}

/** The parts of Emscripten's Node file system in use; PGlite does not publish its types. */
type NodeFileSystem = {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
  /** Turns an error of Node into the error number that Postgres understands. */
  tryFSOperation: (operation: () => void) => void
}

type Options = Parameters<NodeFS['init']>[1]

/**
 * PGlite's files on this machine, with the fsync that PGlite 0.5 leaves out: when Postgres asks for a sync, the data is
 * on disk before it continues.
 */
export class SyncedFiles extends NodeFS {
  /** How often something was synced to disk. */
  syncs = 0

  override init(pg: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const addSync = (module: { NODEFS: NodeFileSystem }) => {
      module.NODEFS.stream_ops.fsync = ({ nfd }) => {
        module.NODEFS.tryFSOperation(() => fs.fsyncSync(nfd))
        this.syncs++
        return 0
      }
    }
    return super.init(pg, { ...options, preRun: [...(options.preRun ?? []), addSync] } as Options)
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Syncs a folder and everything in it to disk. */
export async function syncFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(entries.map((entry) => sync(join(entry.parentPath, entry.name))))
  await sync(folder)
}
