import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { watchPages } from './processor-time.ts'

/** Computes for this long in a process with one more argument. */
const compute = (seconds: number, argument: string) =>
  once(spawn(process.execPath, ['-e', `while (process.cpuUsage().user < ${seconds}e6);`, '--', argument]), 'exit')

it('counts only the processes of pages, on Linux', async () => {
  const endWatch = watchPages(process.pid)
  await Promise.all([compute(0.4, '--type=renderer'), compute(1.2, 'other')])
  const seconds = endWatch()
  expect([seconds > 0, seconds < 1.2]).toEqual([existsSync('/proc/self/stat'), true])
})
