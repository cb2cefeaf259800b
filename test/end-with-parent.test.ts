import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { HANG_MS } from '#harness/time-limit.ts'

const PARENT = `
  import { spawn } from 'node:child_process'
  import { endWithParent } from '#harness/end-with-parent.ts'
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  endWithParent(child, 'KILL')
  console.log(child.pid)
  setInterval(() => {}, 1000)`

/** Whether it's running; an ended process may still be listed as a zombie. */
const isRunning = (pid: string) => /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', pid]).stdout.toString())

it("a server doesn't outlive the test process that started it, even if that is killed", async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(parent.stdout.setEncoding('utf8'), 'data')
  const pid = line.trim()
  expect(isRunning(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isRunning(pid), { timeout: HANG_MS }).toBe(false)
})
