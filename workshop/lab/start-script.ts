import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Starts a script that prints its URL. On PGlite with two cores it gets the first and leaves the second to the load; on
 * a database server it runs on any core.
 */
export async function startScript(
  script: string,
  { databaseUrl, environment = {} }: { databaseUrl?: string; environment?: Record<string, string> } = {},
): Promise<{ origin: string; process: ChildProcess }> {
  const place = databaseUrl ? [] : ['taskset', '-c', '0']
  const [command = '', ...rest] = [...place, process.execPath, script]
  const child = spawn(command, rest, {
    env: { ...process.env, DATABASE_URL: databaseUrl ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { origin: String(line).trim(), process: child }
}
