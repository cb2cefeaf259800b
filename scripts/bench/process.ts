import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Starts a script that prints its address. With two cores it gets the first and leaves the second to the load. */
export async function startScript(script: string): Promise<{ origin: string; process: ChildProcess }> {
  const child = spawn('taskset', ['-c', '0', process.execPath, script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { origin: String(line).trim(), process: child }
}

/** The middle one of the measured values. */
export function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
