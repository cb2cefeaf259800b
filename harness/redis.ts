import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Redis } from 'ioredis'
import { endWithParent } from './end-with-parent.ts'
import { freePort } from './free-port.ts'

/** The installed Redis or Valkey (same protocol). */
export function findRedis(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return ['redis-server', 'valkey-server']
    .flatMap((program) => folders.map((folder) => join(folder, program)))
    .find((file) => existsSync(file))
}

export type RedisServer = {
  url: string
  /** Runs one admin command. @returns its output */
  command: (...words: string[]) => string
  start: () => Promise<void>
  /** Kills it, which loses its data. */
  kill: () => Promise<void>
  /** Keeps its connections open but stops replying until `thaw`. */
  freeze: () => void
  thaw: () => void
}

/** A real Redis (or Valkey) on a local port, empty and without persistence. */
export async function startRedis(): Promise<RedisServer> {
  const program = findRedis()
  if (!program) throw new Error('No Redis found: "npm test" installs it.')
  const port = await freePort()
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const url = `redis://127.0.0.1:${port}`
  let server: ChildProcess | undefined

  const start = async () => {
    server = spawn(program, options, { stdio: 'ignore' })
    endWithParent(server, 'KILL')
    const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null })
    client.on('error', () => undefined)
    await client.ping()
    client.disconnect()
  }
  await start()
  return {
    url,
    command: (...words) =>
      execFileSync(`${program.replace(/server$/, 'cli')}`, ['-u', url, ...words], { encoding: 'utf8' }),
    start,
    kill: async () => {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
    freeze: () => server?.kill('SIGSTOP'),
    thaw: () => server?.kill('SIGCONT'),
  }
}
