import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '#harness/server-process.ts'
import { unprivileged } from '#harness/unprivileged.ts'
import type { Fault, Tally } from '../fault.ts'

type Case = {
  name: string
  /** @returns the folder to start on */
  prepare: (dataDir: string) => string
  reason: RegExp
  undo?: (dataDir: string) => void
  /** As another user, if root runs this. */
  isOtherUser?: boolean
}

const isRoot = process.getuid?.() === 0
const mount = (...words: string[]) => execFileSync('mount', words)

/** Root can write anywhere except on read-only mounts. */
const makeReadOnly = (folder: string): void => {
  if (isRoot) {
    mount('--bind', folder, folder)
    mount('-o', 'remount,ro,bind', folder)
  } else chmodSync(folder, 0o500)
}
const undoReadOnly = (folder: string): void => {
  if (isRoot) execFileSync('umount', [folder])
  else chmodSync(folder, 0o700)
}

const CASES: readonly Case[] = [
  {
    name: 'read-only',
    prepare: (dataDir) => {
      makeReadOnly(dataDir)
      return dataDir
    },
    reason: isRoot ? /EROFS/ : /EACCES/,
    undo: undoReadOnly,
  },
  {
    name: 'of another owner',
    prepare: (dataDir) => {
      chmodSync(dataDir, 0o500)
      if (isRoot) chownSync(dataDir, 0, 0)
      return dataDir
    },
    reason: /EACCES/,
    isOtherUser: true,
  },
  {
    name: 'in the place of which there is a file',
    prepare: (dataDir) => {
      const file = `${dataDir}-file`
      writeFileSync(file, '')
      return join(file, 'data')
    },
    reason: /ENOTDIR/,
  },
]

async function startOnce(dataDir: string, isOtherUser: boolean): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['src/server/start/main.ts'], {
    ...(isOtherUser ? unprivileged() : {}),
    env: { ...process.env, PUBLIC_URL: 'http://127.0.0.1', PORT: '0', ALLOW_PGLITE: '1', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  await once(child, 'close')
  return { code: child.exitCode, output }
}

async function run(count: number): Promise<Tally> {
  const broken: string[] = []
  for (const { name, prepare, reason, undo, isOtherUser = false } of CASES.slice(0, count)) {
    const server = await startServer({ mode: 'serve' })
    const { dataDir } = server
    await server.stop({ keepData: true })
    const place = prepare(dataDir)
    const { code, output } = await startOnce(place, isOtherUser)
    undo?.(dataDir)
    const isClear = output.includes(`The database folder ${place} cannot be used`) && reason.test(output)
    if (code !== 1 || !isClear || output.includes('    at ')) broken.push(`${name}: ended with ${code}: ${output}`)
    const again = await startServer({ mode: 'serve', dataDir })
    await again.stop()
    rmSync(`${dataDir}-file`, { force: true })
  }
  return { injections: Math.min(count, CASES.length), acknowledged: 0, lost: 0, wrong: 0, exits: 0, broken }
}

export const unusableFolder: Fault = {
  id: 'F8',
  title: 'the folder of PGlite is read-only, of another owner, or cannot be made',
  limit: 'ends with 1 and one message that names the folder, the reason and the setting',
  count: CASES.length,
  run,
}
