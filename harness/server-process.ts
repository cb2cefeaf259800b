import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { preparedFolder } from './database-template.ts'
import { endWithParent } from './end-with-parent.ts'
import { freePort } from './free-port.ts'
import { personalLines } from './log-privacy.ts'
import { createDatabase, startPostgres } from './postgres.ts'
import { NO_SETTINGS, SERVER_SETTINGS } from './test-settings.ts'
import { HANG_MS } from './time-limit.ts'

export type RunningServer = {
  origin: string
  dataDir: string
  /** For a server in production mode. */
  databaseUrl: string
  process: ChildProcess
  output: () => string
  /** Ends it with SIGTERM and removes its data unless told to keep them. Fails if its log contains personal data. */
  stop: (options?: { keepData: boolean }) => Promise<void>
}

/** A temporary folder with a migrated database, because creating one takes longer than the rest of startup. */
export async function newDataDir(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'language-quiz-'))
  cpSync(await preparedFolder(), join(dataDir, 'postgres'), { recursive: true })
  return dataDir
}

/**
 * The real server in its own process: the demo on PGlite in a temporary folder, or production (`serve`) on
 * DATABASE_URL, by default its own Postgres that stops with it. `log` is a file descriptor for its standard output, and
 * `release` is the folder of another release to run.
 */
export async function startServer(
  options: {
    mode?: 'demo' | 'serve'
    dataDir?: string
    port?: number
    env?: Record<string, string>
    log?: number
    release?: string
  } = {},
): Promise<RunningServer> {
  const isOnPostgres = options.mode === 'serve' || options.env?.DATABASE_URL !== undefined
  // Another release may have a different schema.
  const isEmpty = isOnPostgres || options.release !== undefined
  const dataDir = options.dataDir ?? (isEmpty ? mkdtempSync(join(tmpdir(), 'language-quiz-')) : await newDataDir())
  const postgres = isOnPostgres && !options.env?.DATABASE_URL ? await startPostgres() : undefined
  const databaseUrl = options.env?.DATABASE_URL ?? (postgres ? await createDatabase(postgres.url, 'quiz') : '')
  const port = options.port ?? (await freePort())
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(
    process.execPath,
    [options.mode === 'serve' ? 'src/server/start/main.ts' : 'src/server/demo/main.ts'],
    {
      env: {
        // As in the npm scripts.
        NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
        MALLOC_TRIM_THRESHOLD_: '131072',
        ...process.env,
        ...NO_SETTINGS,
        ...SERVER_SETTINGS,
        ...(options.mode === 'serve' ? { PUBLIC_URL: origin } : {}),
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        ...options.env,
      },
      stdio: ['ignore', options.log ?? 'pipe', 'pipe'],
      ...(options.release === undefined ? {} : { cwd: options.release }),
    },
  )
  endWithParent(child, 'KILL', options.dataDir === undefined ? dataDir : undefined)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  await untilHealthy(origin, child, () => output).catch(async (error) => {
    child.kill('SIGKILL')
    await postgres?.stop()
    throw error
  })
  return {
    origin,
    dataDir,
    databaseUrl,
    process: child,
    output: () => output,
    stop: async ({ keepData } = { keepData: false }) => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await postgres?.stop()
      if (!keepData) rmSync(dataDir, { recursive: true, force: true })
      // The demo also prints the codes that it sends.
      const log = options.mode === 'serve' ? output : (output.match(/^\{.*$/gm) ?? []).join('\n')
      const personal = personalLines(log)
      if (personal.length > 0) throw new Error(`The log contains personal data:\n${personal.join('\n')}`)
    },
  }
}

async function untilHealthy(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let waited = 0; waited < HANG_MS; waited += 50) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`)
    const isHealthy = await fetch(`${origin}/healthz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isHealthy) return
    await sleep(50)
  }
  throw new Error(`The server did not start:\n${output()}`)
}
