import { expect, it } from 'vitest'
import { playwrightFailures, vitestFailures } from './test-failures.ts'

it("names failed tests and files that couldn't be loaded, each with the beginning of its message", () => {
  const failed = {
    status: 'failed',
    fullName: 'a key is right',
    failureMessages: ['\u001b[31mexpected 1\u001b[39m\nat b'],
  }
  const passed = { status: 'passed', fullName: 'a key is wrong', failureMessages: [] }
  expect(
    vitestFailures([
      { name: 'a.test.ts', message: '', assertionResults: [passed, failed] },
      { name: 'b.test.ts', message: 'No such module', assertionResults: [] },
    ]),
  ).toEqual(['a.test.ts > a key is right\n    expected 1\n    at b', 'b.test.ts\n    No such module'])
})

it('lists failed journeys at any depth, even if a retry passed', () => {
  const spec = (title: string, ...messages: string[]) => ({
    title,
    file: 'a.e2e.ts',
    line: 7,
    tests: [{ results: [...messages.map((message) => ({ error: { message } })), {}] }],
  })
  expect(playwrightFailures([{ specs: [spec('fine')], suites: [{ specs: [spec('flaky', 'too late')] }] }])).toEqual([
    'a.e2e.ts:7 flaky\n    too late',
  ])
})
