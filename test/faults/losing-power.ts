/**
 * Loaded before the service: keeps in the folder SURVIVING the worst a power loss can leave of the folder LOST: what
 * was there before, plus only those later writes that were synced.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join, relative } from 'node:path'

const lost = process.env.LOST ?? ''
const surviving = process.env.SURVIVING ?? ''
const { fsyncSync } = fs

fs.fsyncSync = (descriptor) => {
  fsyncSync(descriptor)
  const path = fs.readlinkSync(`/proc/self/fd/${descriptor}`)
  if (!path.startsWith(lost) || !fs.statSync(path).isFile()) return
  const copy = join(surviving, relative(lost, path))
  fs.copyFileSync(path, `${copy}.part`)
  fs.renameSync(`${copy}.part`, copy)
}
syncBuiltinESMExports()
