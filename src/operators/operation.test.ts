import { afterEach, expect, it, vi } from 'vitest'
import { operate } from './operation.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

it('escapes control and invisible characters in error messages', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  await operate(() => Promise.reject(new Error('line 1, \u001b[31m\u202e\r is no\nfield')))
  expect(said.mock.calls).toEqual([['line 1, \\u{1b}[31m\\u{202e}\\u{d} is no\nfield']])
  expect(process.exitCode).toBe(1)
})
