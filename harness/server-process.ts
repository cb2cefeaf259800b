import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { preparedFolder } from './database-template.ts'
import { endWithParent } from './end-with-parent.ts'
import { freePort } from './free-port.ts'
import { SERVER_SETTINGS } from './test-settings.ts'
import { HANG_MS } from './time-limit.ts'

export type RunningServer = {
  origin: string
  dataDir: string
  process: ChildProcess
  output: () => string
  /** Ends it with SIGTERM and removes its data unless told to keep them. */
  stop: (options?: { keepData: boolean }) => Promise<void>
}

/**
 * A temporary folder, with a migrated database where it is used: making one anew takes longer than all else at a start.
 */
export async function newDataDir(isEmbedded = true): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'language-quiz-'))
  if (isEmbedded) cpSync(await preparedFolder(), join(dataDir, 'postgres'), { recursive: true })
  return dataDir
}

/**
 * The real server, by default the demo, in its own process, on PGlite in a temporary folder. `log` is a descriptor to
 * write its standard output to, `release` the folder of another release to run.
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
  const dataDir = options.dataDir ?? (await newDataDir(options.env?.DATABASE_URL === undefined))
  const port = options.port ?? (await freePort())
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(
    process.execPath,
    [options.mode === 'serve' ? 'src/server/start/main.ts' : 'src/server/demo/main.ts'],
    {
      env: {
        // As the npm scripts do.
        NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
        MALLOC_TRIM_THRESHOLD_: '131072',
        ...process.env,
        ...SERVER_SETTINGS,
        ...(options.mode === 'serve' ? { PUBLIC_URL: origin } : {}),
        PORT: String(port),
        DATA_DIR: dataDir,
        ...options.env,
      },
      stdio: ['ignore', options.log ?? 'pipe', 'pipe'],
      ...(options.release === undefined ? {} : { cwd: options.release }),
    },
  )
  endWithParent(child, 'KILL', options.dataDir === undefined ? dataDir : undefined)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  await untilHealthy(origin, child, () => output).catch((error) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    origin,
    dataDir,
    process: child,
    output: () => output,
    stop: async ({ keepData } = { keepData: false }) => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      if (!keepData) rmSync(dataDir, { recursive: true, force: true })
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
