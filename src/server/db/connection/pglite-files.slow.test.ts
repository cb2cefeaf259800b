import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { timeLimit } from '#harness/time-limit.ts'
import { lockDirectory } from './pglite-files.ts'

/** Longer than anybody waits for the holder to identify itself. */
const BUSY_MS = 3000

const holder = (folder: string) => `
  const { lockDirectory } = await import(${JSON.stringify(new URL('pglite-files.ts', import.meta.url).href)})
  await lockDirectory(${JSON.stringify(folder)})
  console.log('held')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${BUSY_MS})
  setTimeout(() => console.log('well'), 200)`

it('names a holder that is too busy to answer, without harming it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-'))
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder(folder)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  await once(child.stdout, 'data')
  const begun = performance.now()
  await expect(lockDirectory(folder)).rejects.toThrow(`is held by process ${child.pid}`)
  expect(performance.now() - begun).toBeLessThan(timeLimit(BUSY_MS))
  expect((await exit)[0]).toBe(0)
  expect(output).toBe('held\nwell\n')
  rmSync(folder, { recursive: true })
})
