import { stripVTControlCharacters } from 'node:util'

const LINES = 12

/** A test with the beginning of its message. */
function described(name: string, message: string): string {
  const lines = stripVTControlCharacters(message).trimEnd().split('\n').slice(0, LINES)
  return [name, ...lines.map((line) => `    ${line}`)].join('\n')
}

type VitestFile = {
  name: string
  message: string
  assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] }[]
}

/** Failures in Vitest's JSON report: tests, and files that couldn't be loaded. */
export function vitestFailures(files: readonly VitestFile[]): string[] {
  return files.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [described(name, message)] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => described(`${name} > ${fullName}`, failureMessages.join('\n'))),
  ])
}

type PlaywrightSuite = {
  suites?: readonly PlaywrightSuite[]
  specs?: readonly {
    title: string
    file: string
    line: number
    tests: readonly { results: readonly { error?: { message?: string } }[] }[]
  }[]
}

/** Failures in Playwright's JSON report, even if a retry passed. */
export function playwrightFailures(suites: readonly PlaywrightSuite[]): string[] {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...playwrightFailures(inner),
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests
        .flatMap(({ results }) => results)
        .flatMap(({ error }) => (error ? [described(`${file}:${line} ${title}`, error.message ?? '')] : [])),
    ),
  ])
}
