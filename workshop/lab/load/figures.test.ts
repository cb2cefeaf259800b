import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { cpuSeconds, family, openFiles, residentMb } from '../processes.ts'
import { secondsUntilNormal } from './measure.ts'
import { slope } from './soak.ts'

it('recovery is the second after the last one that was not normal or had no answers', () => {
  expect(secondsUntilNormal([10, 20, 30], 50)).toBe(0)
  expect(secondsUntilNormal([900, 40, 60, 40, 40], 50)).toBe(3)
  expect(secondsUntilNormal([40, null, 40], 50)).toBe(2)
  expect(secondsUntilNormal([40, 40, 60], 50)).toBeNull()
})

it('the slope is that of the least-squares line', () => {
  expect(slope([5, 7, 9, 11].map((y, x) => ({ x, y })))).toBeCloseTo(2)
  expect(slope([4, 4, 4].map((y, x) => ({ x, y })))).toBeCloseTo(0)
  expect(slope([{ x: 1, y: 1 }])).toBeNull()
})

it.skipIf(process.platform !== 'linux')(
  'counts the processor time of a process and its descendants, ended or not',
  async () => {
    const busy =
      "const end = performance.now() + 300; while (performance.now() < end); process.stdin.resume(); console.log('done')"
    const parent = `const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(busy)}], { stdio: ['pipe', 'pipe', 'inherit'] }); child.stdout.pipe(process.stdout); process.stdin.on('end', () => process.exit()).resume()`
    const child = spawn(process.execPath, ['-e', parent], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    const pid = child.pid ?? 0
    expect(family(pid)).toHaveLength(2)
    expect(cpuSeconds(pid)).toBeGreaterThan(0.05)
    expect(cpuSeconds(pid)).toBeLessThan(10)
    expect(residentMb(pid)).toBeGreaterThan(10)
    expect(openFiles(pid)).toBeGreaterThan(2)
    child.stdin.end()
    await once(child, 'exit')
  },
)
