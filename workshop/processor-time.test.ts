import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { watchPages } from './processor-time.ts'

/** Computes for this long in a process with one more argument. @returns the processor time that it says it used */
async function compute(seconds: number, argument: string): Promise<number> {
  const used = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1e6)'
  const script = `while (process.cpuUsage().user < ${seconds}e6); ${used}`
  const { stdout } = spawn(process.execPath, ['-e', script, '--', argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  return Number(await text(stdout))
}

it('counts only the processes of pages, on Linux', async () => {
  const endWatch = watchPages(process.pid)
  const [page, other] = await Promise.all([compute(0.4, '--type=renderer'), compute(1.2, 'other')])
  const seconds = endWatch()
  // Half of the other's time is more than a process needs to end.
  expect([seconds > 0, seconds < page + other / 2]).toEqual([existsSync('/proc/self/stat'), true])
})
