import fs from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What of Emscripten's file system on Node is used; PGlite does not publish its types. */
type NodeFileSystem = {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
  /** Turns an error of Node into the error number that Postgres understands. */
  tryFSOperation: (operation: () => void) => void
}

type Options = Parameters<NodeFS['init']>[1]

/** PGlite's files on this machine, with the fsync that PGlite 0.5 leaves out: what Postgres asks to be on disk is on disk when it goes on. */
export class SyncedFiles extends NodeFS {
  /** How many times something was brought to the disk. */
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

/** Brings a folder with all that is in it to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(entries.map((entry) => sync(join(entry.parentPath, entry.name))))
  await sync(folder)
}
