import { type ChildProcess, type ExecFileSyncOptions, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import pg from 'pg'
import { endWithParent } from './end-with-parent.ts'
import { unprivileged } from './unprivileged.ts'

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const OLDEST = 15

/**
 * The folder with `postgres` and `initdb` of an installed Postgres, 15 or later: Debian's newest, or one in the PATH.
 */
export function findPostgres(): string | undefined {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).map(Number) : []
  const debian = versions
    .filter((version) => version >= OLDEST)
    .sort((one, other) => other - one)
    .map((version) => join(DEBIAN_FOLDER, String(version), 'bin'))
  const homebrew = ['/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
    [18, 17, 16, 15].map((version) => join(folder, `postgresql@${version}`, 'bin')),
  )
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter), ...homebrew]
  return folders.find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')))
}

/** The installed PgBouncer; Debian's folder is only in root's PATH. */
export function findPgBouncer(): string | undefined {
  const folders = ['/usr/sbin', '/opt/homebrew/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file))
}

export type PostgresServer = {
  /** The URL of its maintenance database; others are created next to it. */
  url: string
  /**
   * Restarts it like an administrator: SIGINT (`pg_ctl stop -m fast`) closes connections and shuts down cleanly;
   * SIGQUIT (`-m immediate`) and SIGKILL require recovery at the next start. Nothing is lost.
   */
  restart: (options?: { signal?: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'; whileAway?: () => Promise<void> }) => Promise<void>
  stop: () => Promise<void>
}

const DATABASE_USER = 'quiz'

/** Runs statements outside the app's own connections. @returns the rows of the last one */
export async function administer(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return [await client.query(sql)].flat().at(-1)?.rows ?? []
  } finally {
    await client.end()
  }
}

/** Creates a database on the server at `serverUrl`, empty or as a copy of another. @returns its URL */
export async function createDatabase(serverUrl: string, name: string, template = 'template1'): Promise<string> {
  await administer(serverUrl, `create database "${name}" template "${template}"`)
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}

/**
 * An empty cluster, copied from the first one made with this version of Postgres, because making one takes eight times
 * the processor time.
 */
function newCluster(bin: string, data: string, options: ExecFileSyncOptions): void {
  const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).replace(/\W+/g, '-')
  const kept = `node_modules/.cache/language-quiz/${version}${options.uid ?? ''}`
  const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to])
  if (existsSync(kept)) {
    copy(kept, data)
    return
  }
  const settings = ['-U', DATABASE_USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']
  execFileSync(join(bin, 'initdb'), ['-D', data, ...settings], options)
  mkdirSync(dirname(kept), { recursive: true })
  const unfinished = `${kept}.${process.pid}`
  copy(data, unfinished)
  try {
    renameSync(unfinished, kept)
  } catch (error) {
    // Another process was faster.
    if (!existsSync(kept)) throw error
    rmSync(unfinished, { recursive: true })
  }
}

/**
 * A real Postgres with its own folder under `below`, deleted with it. It listens only on a Unix socket in that folder,
 * so other users of the machine can't reach it. A durable one syncs each commit to disk before acknowledging it;
 * otherwise nothing waits for the disk, and the data survives a crash of the process but not of the machine.
 */
export async function startPostgres({
  isDurable = false,
  below = tmpdir(),
  connections = 60,
} = {}): Promise<PostgresServer> {
  const bin = findPostgres()
  if (!bin) throw new Error('No Postgres found: "npm test" installs it.')
  const user = unprivileged()
  const folder = mkdtempSync(join(below, 'language-quiz-pg-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, stdio: 'ignore' } as const
  newCluster(bin, data, options)

  const settings = [
    ...(isDurable ? [] : ['fsync=off', 'full_page_writes=off']),
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    `max_connections=${connections}`,
  ]
  const start = (): ChildProcess => {
    const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((name) => ['-c', name])], options)
    endWithParent(child, 'QUIT', folder)
    return child
  }
  const url = `postgresql://${DATABASE_USER}@localhost/postgres?host=${encodeURIComponent(folder)}`

  const untilReady = async () => {
    for (let waited = 0; ; waited += 20) {
      try {
        await administer(url, 'select 1')
        return
      } catch (error) {
        if (waited > 30_000) throw error
        // It refuses to start while processes of the killed one are still running.
        if (server.exitCode !== null) server = start()
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill(signal)
    await once(server, 'exit')
  }

  let server = start()
  await untilReady()
  return {
    url,
    restart: async ({ signal = 'SIGINT', whileAway } = {}) => {
      await end(signal)
      await whileAway?.()
      server = start()
      await untilReady()
    },
    stop: async () => {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
